// The line to the house: it is dialled again when it was cut, and not after a last word that is final.
const LONGEST_PAUSE = 16, ANSWER_MS = 4000;
const encoder = new TextEncoder();

export const place = () => location.pathname.replace(/^\/plain/, "").match(/^\/([twr])\/([\w-]+)$/);

// What somebody came for, as they would type it before the @ of an ssh line.
export function asked() {
  const found = place();
  return found ? { t: "", w: "watch-", r: "replay-" }[found[1]] + found[2] : "";
}

export class Line {
  // `on` has opened, data, message, cut (with the seconds until the next try) and ended (with the last word).
  constructor(path, query, on) {
    Object.assign(this, { path, query, on, pause: 1, over: false, timer: 0, socket: null, alive: true });
    addEventListener("online", () => this.check());
    addEventListener("offline", () => this.check());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.check(); });
  }

  dial() {
    clearTimeout(this.timer);
    this.over = false;
    const query = new URLSearchParams({ ...this.query(), asked: asked(), language: navigator.language.slice(0, 2) });
    const socket = this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${this.path}?${query}`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => { this.on.opened(); };
    socket.onmessage = ({ data }) => this.hear(data);
    socket.onclose = () => { if (socket === this.socket && !this.over) this.wait(); };
  }

  hear(data) {
    this.pause = 1;
    if (typeof data !== "string") { this.on.data(data); return; }
    const message = JSON.parse(data);
    if (message.type === "pong") this.alive = true;
    else if (message.type === "bye" && !message.again) { this.over = true; this.on.ended(message); }
    else if (message.type !== "bye") this.on.message(message);
  }

  wait() {
    this.on.cut(this.pause);
    this.timer = setTimeout(() => this.dial(), this.pause * 1000);
    this.pause = Math.min(LONGEST_PAUSE, 2 * this.pause);
  }

  redial() { const old = this.socket; this.socket = null; old?.close(); this.dial(); }

  // A phone that slept does not know that its line is dead.
  check() {
    if (this.over || !this.socket) return;
    if (this.socket.readyState > 1) { this.dial(); return; }
    this.alive = false;
    this.say({ type: "ping" });
    const asked = this.socket;
    setTimeout(() => { if (!this.alive && asked === this.socket && asked.readyState === 1) asked.close(); }, ANSWER_MS);
  }

  get open() { return this.socket?.readyState === 1; }
  send(text) { if (this.open) this.socket.send(encoder.encode(text)); }
  say(message) { if (this.open) this.socket.send(JSON.stringify(message)); }
}
