// Cells on a canvas. It obeys the few sequences that Tablée sends: a place, colours, bold, reverse, the title, the cursor.
const SEQUENCE = /\x1b\[([?>=<]?)([\d;]*)([ -/]*[@-~])|\x1b\]([^\x07\x1b]*)(?:\x07|\x1b\\)|([\r\n])|([^\x1b\r\n]+)/gy;
// Letters that take two cells.
const WIDE = /[\u1100-\u115f\u2e80-\u303e\u3041-\u3247\u3250-\u4dbf\u4e00-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const GREEK_ON = /[^\x00-\u10ff]/;
const DARK = [0xf0ece1, 0x0f1218], LIGHT = [0x1b202c, 0xdedad1];
const SIXTEEN = [0x000000, 0xcd3131, 0x0dbc79, 0xe5e510, 0x2472c8, 0xbc3fbc, 0x11a8cd, 0xe5e5e5,
  0x666666, 0xf14c4c, 0x23d18b, 0xf5f543, 0x3b8eea, 0xd670d6, 0x29b8db, 0xffffff];
const STEPS = [0, 95, 135, 175, 215, 255];
// Eighths of a cell: x, y, width, height.
const BLOCKS = { "▀": [[0, 0, 8, 4]], "▄": [[0, 4, 8, 4]], "█": [[0, 0, 8, 8]], "▌": [[0, 0, 4, 8]], "▐": [[4, 0, 4, 8]], "▁": [[0, 7, 8, 1]],
  "▖": [[0, 4, 4, 4]], "▗": [[4, 4, 4, 4]], "▘": [[0, 0, 4, 4]], "▝": [[4, 0, 4, 4]], "▙": [[0, 0, 4, 8], [4, 4, 4, 4]],
  "▟": [[4, 0, 4, 8], [0, 4, 4, 4]], "▛": [[0, 0, 4, 8], [4, 0, 4, 4]], "▜": [[4, 0, 4, 8], [0, 0, 4, 4]],
  "▚": [[0, 0, 4, 4], [4, 4, 4, 4]], "▞": [[4, 0, 4, 4], [0, 4, 4, 4]] };
// Arms of a line from the middle: left, right, up, down.
const LINES = { "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "├": "udr", "┤": "udl", "┬": "lrd", "┴": "lru", "┼": "lrud" };
const ARCS = { "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu" };
const ARROWS = { "►": [0.15, 0.9], "◄": [0.85, 0.1] };
const FONTS = 'ui-monospace, "DejaVu Sans Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", "Roboto Mono", monospace';

const css = (colour) => `#${colour.toString(16).padStart(6, "0")}`;

function indexed(index) {
  if (index < 16) return SIXTEEN[index];
  if (index > 231) return (8 + 10 * (index - 232)) * 0x10101;
  const cube = index - 16;
  return (STEPS[Math.floor(cube / 36)] << 16) | (STEPS[Math.floor(cube / 6) % 6] << 8) | STEPS[cube % 6];
}

export class Painter {
  constructor(canvas, light) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d", { alpha: false });
    this.usual = light ? LIGHT : DARK;
    this.decoder = new TextDecoder();
    this.onTitle = () => {};
    this.columns = this.rows = this.x = this.y = 0;
    this.rest = "";
    this.cursor = this.dimmed = this.due = false;
    this.reset();
  }

  reset() { [this.ink, this.ground] = this.usual; this.bold = 0; this.swapped = false; }

  // Takes so many cells of this size in device pixels; returns whether their number has changed.
  resize(columns, rows, width, height, scale) {
    if (columns === this.columns && rows === this.rows && width === this.width && scale === this.scale) return false;
    const changed = columns !== this.columns || rows !== this.rows;
    Object.assign(this, { columns, rows, width, height, scale });
    const { canvas, pen } = this;
    canvas.width = columns * width; canvas.height = rows * height;
    canvas.style.width = `${canvas.width / scale}px`; canvas.style.height = `${canvas.height / scale}px`;
    if (changed) this.clear();
    pen.font = `100px ${FONTS}`;
    const size = Math.min(width / pen.measureText("M").width * 100, height * 0.8);
    this.fonts = [`${size}px ${FONTS}`, `bold ${size}px ${FONTS}`];
    pen.font = this.fonts[0];
    pen.textAlign = "center";
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = pen.measureText("M");
    this.base = Math.round((height - up - down) / 2 + up);
    this.stroke = Math.max(1, Math.round(width / 9));
    this.paintAll();
    return changed;
  }

  clear() {
    const size = this.columns * this.rows;
    this.chars = new Array(size).fill(" ");
    this.inks = new Uint32Array(size).fill(this.usual[0]);
    this.grounds = new Uint32Array(size).fill(this.usual[1]);
    this.bolds = new Uint8Array(size);
  }

  paintAll() { this.dirty = Array.from({ length: this.rows }, () => [0, this.columns]); this.paintSoon(); }
  dim(dimmed) { if (dimmed !== this.dimmed) { this.dimmed = dimmed; this.paintAll(); } }

  feed(buffer) {
    const text = this.rest + this.decoder.decode(buffer, { stream: true });
    let end = SEQUENCE.lastIndex = 0;
    for (let found; (found = SEQUENCE.exec(text)); end = SEQUENCE.lastIndex) this.obey(found);
    this.rest = text.slice(end);
    this.paintSoon();
  }

  obey([, kind, numbers, final, system, line, words]) {
    if (words) this.write(words);
    else if (final === "m" && !kind) this.style(numbers.split(";"));
    else if (final === "H" && !kind) { const [y, x] = numbers.split(";"); this.y = (+y || 1) - 1; this.x = (+x || 1) - 1; }
    else if (kind === "?" && numbers === "25") this.cursor = final === "h";
    else if (line) { this.x = 0; if (line === "\n") this.y++; }
    else if (system?.startsWith("2;")) this.onTitle(system.slice(2));
  }

  style(codes) {
    for (let at = 0; at < codes.length; at++) {
      const code = +codes[at];
      if (code === 0) this.reset();
      else if (code === 1) this.bold = 1;
      else if (code === 22) this.bold = 0;
      else if (code === 7 || code === 27) this.swapped = code === 7;
      else if (code === 38 || code === 48) at = this.colour(code, codes, at);
      else if (code === 39) this.ink = this.usual[0];
      else if (code === 49) this.ground = this.usual[1];
      else if (code >= 30 && code <= 37) this.ink = SIXTEEN[code - 30];
      else if (code >= 40 && code <= 47) this.ground = SIXTEEN[code - 40];
      else if (code >= 90 && code <= 97) this.ink = SIXTEEN[code - 82];
      else if (code >= 100 && code <= 107) this.ground = SIXTEEN[code - 92];
    }
  }

  colour(code, codes, at) {
    const whole = codes[at + 1] === "2";
    const colour = whole ? (+codes[at + 2] << 16) | (+codes[at + 3] << 8) | +codes[at + 4] : indexed(+codes[at + 2]);
    if (code === 38) this.ink = colour; else this.ground = colour;
    return at + (whole ? 4 : 2);
  }

  write(words) {
    const { columns, y } = this, start = this.x, wide = GREEK_ON.test(words);
    const [ink, ground] = this.swapped ? [this.ground, this.ink] : [this.ink, this.ground];
    let x = start;
    for (const char of words) {
      const cells = wide && WIDE.test(char) ? 2 : 1;
      if (y < this.rows && x < columns) this.set(y * columns + x, char, ink, ground);
      if (cells === 2 && y < this.rows && x + 1 < columns) this.set(y * columns + x + 1, "", ink, ground);
      x += cells;
    }
    this.x = x;
    if (y < this.rows) this.spoil(y, start, Math.min(x, columns));
  }

  set(at, char, ink, ground) { this.chars[at] = char; this.inks[at] = ink; this.grounds[at] = ground; this.bolds[at] = this.bold; }

  spoil(y, start, end) {
    const span = this.dirty[y];
    this.dirty[y] = span ? [Math.min(span[0], start), Math.max(span[1], end)] : [start, end];
  }

  paintSoon() {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => { this.due = false; this.paint(); });
  }

  paint() {
    const { pen, columns, rows } = this;
    if (this.shown) this.spoil(this.shown[1], this.shown[0], this.shown[0] + 1);
    // A letter may reach into the cells beside it.
    this.dirty.forEach(([start, end], y) => { if (y < rows) this.paintRow(y, Math.max(0, start - 2), Math.min(columns, end + 2)); });
    this.dirty = [];
    this.shown = null;
    if (this.cursor && this.x < columns && this.y < rows) {
      this.shown = [this.x, this.y];
      pen.fillStyle = css(this.inks[this.y * columns + this.x]);
      pen.fillRect(this.x * this.width, (this.y + 1) * this.height - 2 * this.stroke, this.width, 2 * this.stroke);
    }
    if (this.dimmed) { pen.fillStyle = `${css(this.usual[1])}a0`; pen.fillRect(0, 0, this.canvas.width, this.canvas.height); }
  }

  paintRow(y, first, last) {
    const { pen, columns, width, height, grounds } = this, row = y * columns, top = y * height;
    for (let x = first, end; x < last; x = end) {
      for (end = x + 1; end < last && grounds[row + end] === grounds[row + x]; ) end++;
      pen.fillStyle = css(grounds[row + x]);
      pen.fillRect(x * width, top, (end - x) * width, height);
    }
    for (let x = first; x < last; x++) {
      const char = this.chars[row + x];
      if (char && char !== " ") {
        pen.fillStyle = css(this.inks[row + x]);
        this.glyph(char, x * width, top, this.bolds[row + x], this.chars[row + x + 1] === "" ? 2 : 1);
      }
    }
  }

  glyph(char, left, top, bold, cells) {
    const { pen, width, height } = this;
    if (BLOCKS[char]) this.blocks(BLOCKS[char], left, top);
    else if (LINES[char]) this.lines(LINES[char], left, top);
    else if (ARCS[char]) this.arc(ARCS[char], left, top);
    else if (ARROWS[char]) this.arrow(ARROWS[char], left, top);
    else if (char === "╌" || char === "╎") this.dashes(char === "╌", left, top);
    else if (char === "░") { pen.globalAlpha = 0.25; pen.fillRect(left, top, width, height); pen.globalAlpha = 1; }
    else {
      pen.font = this.fonts[bold];
      pen.fillText(char, left + cells * width / 2, top + this.base);
    }
  }

  blocks(parts, left, top) {
    const { pen, width, height } = this;
    for (const [x, y, w, h] of parts) {
      const x0 = Math.round(x * width / 8), y0 = Math.round(y * height / 8);
      pen.fillRect(left + x0, top + y0, Math.round((x + w) * width / 8) - x0, Math.round((y + h) * height / 8) - y0);
    }
  }

  middle() { return [Math.round((this.width - this.stroke) / 2), Math.round((this.height - this.stroke) / 2)]; }

  lines(arms, left, top) {
    const { pen, width, height, stroke } = this, [mx, my] = this.middle();
    if (arms.includes("l")) pen.fillRect(left, top + my, mx + stroke, stroke);
    if (arms.includes("r")) pen.fillRect(left + mx, top + my, width - mx, stroke);
    if (arms.includes("u")) pen.fillRect(left + mx, top, stroke, my + stroke);
    if (arms.includes("d")) pen.fillRect(left + mx, top + my, stroke, height - my);
  }

  dashes(across, left, top) {
    const { pen, width, height, stroke } = this, [mx, my] = this.middle();
    for (const part of [0.1, 0.6]) {
      if (across) pen.fillRect(left + Math.round(width * part), top + my, Math.round(width * 0.3), stroke);
      else pen.fillRect(left + mx, top + Math.round(height * part), stroke, Math.round(height * 0.3));
    }
  }

  arc(arms, left, top) {
    const { pen, width, height, stroke } = this, [mx, my] = this.middle();
    const cx = left + mx + stroke / 2, cy = top + my + stroke / 2;
    pen.strokeStyle = pen.fillStyle; pen.lineWidth = stroke;
    pen.beginPath();
    pen.moveTo(cx, arms.includes("d") ? top + height : top);
    pen.quadraticCurveTo(cx, cy, arms.includes("r") ? left + width : left, cy);
    pen.stroke();
  }

  arrow([from, to], left, top) {
    const { pen, width, height } = this;
    pen.beginPath();
    pen.moveTo(left + from * width, top + 0.3 * height);
    pen.lineTo(left + to * width, top + 0.5 * height);
    pen.lineTo(left + from * width, top + 0.7 * height);
    pen.fill();
  }

  // The cell under a point of the page, in CSS pixels from the canvas' corner.
  cellAt(x, y) {
    return [Math.min(this.columns - 1, Math.floor(x * this.scale / this.width)), Math.min(this.rows - 1, Math.floor(y * this.scale / this.height))];
  }

  text() {
    return Array.from({ length: this.rows }, (_, y) => this.chars.slice(y * this.columns, (y + 1) * this.columns).join("").trimEnd()).join("\n");
  }
}
