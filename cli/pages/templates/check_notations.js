// What is its own notation: results, deals, auctions, plays and grades, each in the one way it is written
// (ledger/bridge, ledger/laws/adjustment.py).

const CONTRACT = /^([1-7])(?:NT|[CDHS])X{0,2}[NESW](=|[+-](?!0)\d|-1[0-3])$/;
const TENS = /^[+-]((?!0)\d+)0$/;
const isResult = (text) => {
  const [, level, over] = CONTRACT.exec(text) ?? [], tricks = Number(level) + 6 + Number(over);
  const [, tens] = TENS.exec(text) ?? [];
  return text === "PASS" || text === "+0" || Number(tens) <= 760 || over === "=" || (tricks >= 0 && tricks <= 13);
};
const RANKS = "AKQJT98765432";
const isDeal = (text) => {
  const hands = text.slice(2).split(" ").map((hand) => hand.split("."));
  const falling = (suit) => [...RANKS].filter((rank) => suit.includes(rank)).join("");
  const cards = hands.flatMap((hand) => hand.flatMap((suit, at) => [...suit].map((rank) => at + rank)));
  const right = hands.every((hand) => hand.length === 4 && hand.join("").length === 13);
  const written = `N:${hands.map((hand) => hand.map(falling).join(".")).join(" ")}`;
  return written === text && right && cards.length === 52 && new Set(cards).size === 52;
};
const isGrade = (text) => ["A+", "A", "A-", "-", "100"].includes(text) || /^(?:0|[1-9]\d?)(?:\.\d?[1-9])?$/.test(text);

// "^1H" is an insufficient bid that was let stand, "^" a turn that was passed over.
const CALL = /^(\^|P|XX?|\^?[1-7](?:NT|[CDHS]))(?:(?<!\^)(?:!|=[1-9]\d?=))?$/;
const FROM = /^[NESW]: /;
const partsOf = (text, by) => (FROM.test(text) ? text.replace(FROM, "").split(by) : []);
const SKIPPED = "^";
const height = (bid) => {
  const [level, strain] = bid.replace("^", "");
  return level + "CDHSN".indexOf(strain);
};
const isBid = (call) => /\d/.test(call);
const isOver = (calls) => {
  const said = calls.filter((call) => call !== SKIPPED);
  return said.some(isBid) ? said.slice(-3).join() === "P,P,P" : said.length === 4;
};
// Whether a call may follow these (Laws 18, 19).
const mayFollow = (calls, call) => {
  if (isOver(calls)) return false;
  if (call === "P" || call === SKIPPED) return true;
  const before = [...calls].reverse(), bid = before.find(isBid);
  if (isBid(call)) return (!bid || height(call) > height(bid)) !== call.startsWith("^");
  const at = before.findIndex((each) => each !== "P" && each !== SKIPPED), last = before[at];
  return (call === "X" ? isBid(last) : last === "X") && at % 2 === 0;
};
const isAuction = (text) => {
  const calls = partsOf(text, " ").map((word) => CALL.exec(word)?.[1]);
  const right = calls.every((call, at) => call !== undefined && mayFollow(calls.slice(0, at), call));
  return text.length <= 2000 && right && calls.some((call) => call !== SKIPPED);
};
const isPlay = (text) => {
  const tricks = partsOf(text, ", ").map((trick) => trick.split(" ")), played = (card) => card !== "-";
  const cards = tricks.flat().filter(played);
  const right = tricks.length <= 13 && tricks.every((trick) => trick.length === 4) && tricks.at(-1)?.some(played);
  return right && cards.every((card) => /^[SHDC][AKQJT2-9]$/.test(card)) && new Set(cards).size === cards.length;
};
