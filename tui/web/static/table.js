// A table in a page: the picture from the same bytes that ssh gets, and real buttons for what can be done.
import { Painter } from "/painter.js";
import { Line } from "/line.js";
import { answerDeal } from "/luck.js";

const $ = (id) => document.getElementById(id);
const light = matchMedia("(prefers-color-scheme: light)"), still = matchMedia("(prefers-reduced-motion: reduce)");
const words = document.body.dataset;
// Columns, rows, and the least width of a cell that can be read, in CSS pixels.
const FORMS = [[120, 40, 8], [80, 24, 6.5], [40, 20, 4]];
const MOST_COLUMNS = 400, MOST_ROWS = 200, SWIPE = 40, MOST_LINES = 60, MISTAKEN_MS = 120;
const KEYS = { Enter: "\r", Escape: "\x1b[27u", Backspace: "\x7f", Delete: "\x1b[3~", ArrowUp: "\x1b[A", ArrowDown: "\x1b[B", ArrowRight: "\x1b[C",
  ArrowLeft: "\x1b[D", Home: "\x1b[H", End: "\x1b[F", PageUp: "\x1b[5~", PageDown: "\x1b[6~", F2: "\x1bOQ" };
const CONTROL = { c: "\x03", p: "\x10" };

const painter = new Painter($("glass"), light.matches);
let title = "Tablée", turn = false, typed = "";

function fit() {
  const box = $("stage").getBoundingClientRect(), scale = devicePixelRatio || 1;
  const form = FORMS.find(([w, h, least]) => Math.min(box.width / w, box.height / h / 2) >= least) || FORMS.at(-1);
  const cell = Math.max(4, Math.floor(Math.min(box.width / form[0], box.height / form[1] / 2) * scale));
  const columns = Math.min(MOST_COLUMNS, Math.floor(box.width * scale / cell));
  return painter.resize(columns, Math.min(MOST_ROWS, Math.floor(box.height * scale / (2 * cell))), cell, 2 * cell, scale);
}

const line = new Line("/ws", () => {
  fit();
  return { size: `${painter.columns}x${painter.rows}`, light: +light.matches, still: +still.matches };
}, {
  opened() { painter.dim(false); if ($("cut").open) $("cut").close(); say(); },
  data(buffer) { painter.feed(buffer); },
  message(message) {
    if (message.type === "offers") { showButtons(message.buttons); showLink(message.link || ""); showWriting(message.text || false); setTurn(message.turn || false); }
    else if (message.type === "tell") tell(message.lines);
    else if (message.type === "deal") answerDeal(message, (said) => line.say(said));
    else if (message.type === "ask") ask(words.word, true);
  },
  cut(seconds) { hush(); ask(navigator.onLine ? words.cut.replace("{seconds}", seconds) : words.offline); },
  ended(bye) { hush(); ask(bye.text || words.bye); },
});
globalThis.tablee = { painter, line };

function say() { line.say({ type: "size", width: painter.columns, height: painter.rows }); }
function hush() { painter.dim(true); showButtons([]); showLink(""); showWriting(false); setTurn(false); }

function ask(sentence, forWord = false) {
  $("why").textContent = sentence;
  $("door").hidden = !forWord;
  $("lobby").hidden = location.pathname === "/";
  if (!$("cut").open) $("cut").showModal();
}
$("asking").addEventListener("submit", () => {
  if ($("door").hidden) line.redial();
  else { line.say({ type: "word", word: $("word").value }); $("word").value = ""; }
});
$("cut").addEventListener("cancel", (event) => event.preventDefault());

function tell(lines) {
  for (const said of lines) {
    const p = document.createElement("p");
    p.textContent = said;
    $("log").append(p);
  }
  while ($("log").children.length > MOST_LINES) $("log").firstChild.remove();
}

// Phones show notifications only through the page's worker.
async function notify() {
  const look = { body: title, tag: "turn", icon: "/icon-192.png" };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) worker.showNotification(words.turn, look);
  else new Notification(words.turn, look);
}

function setTurn(mine) {
  if (mine && !turn) {
    navigator.vibrate?.(80);
    if (document.hidden && window.Notification?.permission === "granted") notify();
  }
  turn = mine;
  document.title = turn ? `● ${title}` : title;
}
painter.onTitle = (text) => { title = text; setTurn(turn); };

// What decides and the other keys lie apart, so that no choice comes to lie where a thumb meant something else.
const made = new Map();
function showButtons(buttons) {
  const wanted = new Set(buttons.map(({ key }) => key));
  for (const [key, button] of made) if (!wanted.has(key)) { button.remove(); made.delete(key); }
  place($("bar"), buttons.filter(({ small }) => !small));
  place($("keys"), buttons.filter(({ small }) => small));
}

function place(bar, buttons) {
  buttons.forEach((offer, at) => {
    const button = made.get(offer.key) || make(offer.key);
    dress(button, offer);
    if (bar.children[at] !== button) { bar.insertBefore(button, bar.children[at] || null); button.since = performance.now(); }
  });
}

function make(key) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.key = key;
  button.addEventListener("click", (event) => {
    // A touch on what has just come was meant for what lay there before; a key has no such doubt.
    if (event.detail === 0 || performance.now() - button.since > MISTAKEN_MS) line.say({ type: "press", key });
  });
  made.set(key, button);
  return button;
}

function dress(button, { cap, words, note = "", live = true, bad = false, small = false }) {
  const look = JSON.stringify([cap, words, note, live, bad, small]);
  if (button.dataset.look === look) return;
  button.dataset.look = look;
  button.since = performance.now();
  button.className = small ? "small" : "";
  button.setAttribute("aria-disabled", String(!live));
  const parts = [["kbd", cap], ["span", words], ["small", note]].filter(([, text]) => text);
  button.replaceChildren(...parts.flatMap(([name, text]) => {
    const part = document.createElement(name);
    part.textContent = text;
    if (name === "small" && bad) part.className = "bad";
    return [part, " "];
  }));
}

// A picture can't be copied from; what is to be handed on stands beside it as a real link.
const copied = $("copy").textContent;
function showLink(url) {
  $("link").hidden = !url;
  const link = $("link").firstChild;
  link.href = link.textContent = url;
  $("copy").hidden = !navigator.share && !navigator.clipboard;
  $("copy").textContent = navigator.share ? words.send : copied;
}
$("copy").addEventListener("click", async () => {
  const url = $("link").firstChild.href;
  try {
    if (navigator.share) await navigator.share({ url });
    else { await navigator.clipboard.writeText(url); $("copy").textContent = words.copied; }
  } catch { /* whoever changed their mind has the link before them */ }
});

// Where text is wanted, a real field takes it, with its corrections, dead keys and input methods.
function showWriting(wanted) {
  if ($("writing").hidden !== wanted) return;
  $("writing").hidden = !wanted;
  $("line").value = typed = "";
  if (wanted) $("line").focus();
}
function passOn() {
  const text = $("line").value;
  let same = 0;
  while (same < typed.length && typed[same] === text[same]) same++;
  line.send("\x7f".repeat([...typed.slice(same)].length) + text.slice(same));
  typed = text;
}
$("line").addEventListener("input", (event) => { if (!event.isComposing) passOn(); });
$("line").addEventListener("compositionend", passOn);
$("line").addEventListener("keydown", (event) => {
  const forwarded = ["Escape", "ArrowUp", "ArrowDown"].includes(event.key) || (event.key === "Backspace" && !$("line").value);
  if (forwarded && !event.isComposing) { event.preventDefault(); line.send(KEYS[event.key]); $("line").value = typed = ""; }
});
$("writing").addEventListener("submit", (event) => { event.preventDefault(); line.send("\r"); $("line").value = typed = ""; });

// Tab stays the browser's own: it walks through the buttons, where the picture names it from the one that goes round the
// tables on. Arrows walk through the table's choices.
addEventListener("keydown", (event) => {
  if (event.key === "Tab" && !event.shiftKey && event.target === document.body && made.has("tab")) { event.preventDefault(); made.get("tab").focus(); return; }
  const inside = event.target instanceof HTMLElement && event.target.closest("input, dialog, #log");
  const presses = event.target instanceof HTMLElement && event.target.closest("button, a") && ["Enter", " "].includes(event.key);
  if (inside || presses || event.isComposing || event.metaKey || event.altKey) return;
  let bytes = KEYS[event.key];
  if (event.ctrlKey) bytes = CONTROL[event.key];
  else if (event.key.length === 1) bytes = event.key;
  if (bytes === undefined) return;
  event.preventDefault();
  line.send(bytes);
});
addEventListener("paste", (event) => {
  if (event.target !== $("line")) line.send(`\x1b[200~${event.clipboardData.getData("text/plain").replace(/[\x00-\x1f\x7f]/g, " ").slice(0, 400)}\x1b[201~`);
});

let down = null;
$("glass").addEventListener("pointerdown", (event) => { down = [event.clientX, event.clientY]; });
$("glass").addEventListener("pointerup", (event) => {
  if (!down) return;
  const [dx, dy] = [event.clientX - down[0], event.clientY - down[1]];
  down = null;
  if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) {
    const [x, y] = painter.cellAt(event.offsetX, event.offsetY);
    line.send(`\x1b[<0;${x + 1};${y + 1}M\x1b[<0;${x + 1};${y + 1}m`);
  } else if (event.pointerType === "touch") {
    const keys = Math.abs(dy) > Math.abs(dx) ? ["PageUp", "PageDown"] : ["ArrowLeft", "ArrowRight"];
    line.send(KEYS[keys[+(Math.abs(dy) > Math.abs(dx) ? dy < 0 : dx < 0)]]);
  }
});
$("glass").addEventListener("wheel", (event) => { line.send(KEYS[event.deltaY < 0 ? "ArrowUp" : "ArrowDown"]); }, { passive: true });

if (window.Notification?.permission === "default") {
  $("notify").hidden = false;
  $("notify").addEventListener("click", async () => { await Notification.requestPermission(); $("notify").hidden = true; });
}
$("plain").href = `/plain${location.pathname === "/" ? "" : location.pathname}`;
// Among the keys, where a thumb finds it.
if (matchMedia("(pointer: coarse)").matches) { $("keys").append($("more")); $("bar").append($("link")); }
// Colours and motion are the server's: with others the page comes in anew.
for (const liking of [light, still]) liking.addEventListener("change", () => location.reload());
new ResizeObserver(() => { if (fit()) say(); }).observe($("stage"));
navigator.serviceWorker?.register("/worker.js").catch(() => {});
line.dial();
