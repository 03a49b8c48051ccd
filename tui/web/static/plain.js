// Plain mode in a page: lines in a log, and a button for each numbered choice.
import { Line } from "/line.js";
import { answerDeal } from "/luck.js";

const $ = (id) => document.getElementById(id);
const words = document.body.dataset;
const MOST_LINES = 400;
const decoder = new TextDecoder();
let rest = "", asksWord = false;

function tell(text, mine = false) {
  const p = document.createElement("p");
  p.textContent = text;
  if (mine) p.className = "mine";
  $("log").append(p);
  while ($("log").children.length > MOST_LINES) $("log").firstChild.remove();
  p.scrollIntoView({ block: "end" });
}

const line = new Line("/lines", () => ({}), {
  opened() { rest = ""; },
  data(buffer) {
    const lines = (rest + decoder.decode(buffer, { stream: true })).split("\n");
    rest = lines.pop();
    for (const said of lines) tell(said);
  },
  message(message) {
    if (message.type === "answers") offer(message.answers);
    else if (message.type === "deal") answerDeal(message, (said) => line.say(said));
    else if (message.type === "ask") { asksWord = true; tell(words.word); }
  },
  cut(seconds) { offer([]); tell(words.cut.replace("{seconds}", seconds)); },
  ended(bye) { offer([]); tell(bye.text || words.bye); },
});
globalThis.tablee = { line };

function offer(options) {
  $("options").replaceChildren(...options.map(({ say, words }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words;
    button.addEventListener("click", () => answer(say));
    return button;
  }));
}

function answer(text) {
  if (line.over) { line.redial(); return; }
  if (asksWord) { asksWord = false; line.say({ type: "word", word: text }); return; }
  tell(`> ${text}`, true);
  offer([]);
  line.send(`${text}\n`);
}
$("saying").addEventListener("submit", (event) => {
  event.preventDefault();
  answer($("line").value);
  $("line").value = "";
  $("line").focus();
});
line.dial();
