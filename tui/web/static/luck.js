// The browser's part in the luck of a deal: bytes that nobody else knows, pledged at once and shown when the house asks.
const KEPT = "luck", BYTES = 16, START = new TextEncoder().encode("tablee luck 1\n");
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));

function framed(...parts) {
  const joined = [...START];
  for (const part of parts) joined.push(part.length >>> 24, (part.length >>> 16) & 255, (part.length >>> 8) & 255, part.length & 255, ...part);
  return Uint8Array.from(joined);
}

async function pledgeOf({ promise, seat }, data) {
  const about = framed(bytesOf(promise), new TextEncoder().encode(String(seat)), bytesOf(data));
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", about)));
}

// Answers what the house tells of a promised deal; a tab remembers its bytes when it is loaded again.
export async function answerDeal(deal, say) {
  if (!globalThis.crypto?.subtle) { say({ type: "noluck" }); return; }
  const about = `${deal.promise} ${deal.seat}`;
  let [known, data] = (sessionStorage.getItem(KEPT) || ",").split(",");
  if (known !== about) {
    if (deal.pledged || deal.asked) return;
    data = hex(crypto.getRandomValues(new Uint8Array(BYTES)));
    sessionStorage.setItem(KEPT, `${about},${data}`);
  }
  if (!deal.pledged && !deal.asked) say({ type: "pledge", deal: deal.number, digest: await pledgeOf(deal, data) });
  else if (deal.pledged && deal.asked) say({ type: "luck", deal: deal.number, data });
}
