// What is its own notation: results, deals, auctions, plays and grades, each in the one way it is written
// (ledger/bridge, ledger/laws/adjustment.py).

const CONTRACT = /^([1-7])(?:NT|[CDHS])X{0,2}[NESW](?:=|([+-])([1-9][0-9]?))$/;
const RANKS = "AKQJT98765432";
const isResult = (text) => {
  if (text === "PASS") return true;
  const score = /^[+-]([1-9][0-9]{1,3})$/.exec(text);
  if (text === "+0" || score) return !score || (Number(score[1]) <= 7600 && Number(score[1]) % 10 === 0);
  const [whole, level, sign, digits] = CONTRACT.exec(text) ?? [];
  const tricks = Number(level) + 6 + (sign ? Number(sign + digits) : 0);
  return whole !== undefined && tricks >= 0 && tricks <= 13;
};
const isDeal = (text) => {
  if (!/^N:[AKQJT2-9.]+(?: [AKQJT2-9.]+){3}$/.test(text)) return false;
  const hands = text.slice(2).split(" ").map((hand) => hand.split("."));
  const falls = (suit) => [...suit].every((rank, at) => !at || RANKS.indexOf(suit[at - 1]) < RANKS.indexOf(rank));
  if (!hands.every((hand) => hand.length === 4 && hand.join("").length === 13 && hand.every(falls))) return false;
  return new Set(hands.flatMap((hand) => hand.flatMap((suit, at) => [...suit].map((rank) => at + rank)))).size === 52;
};
const isGrade = (text) => ["A+", "A", "A-", "-", "0", "100"].includes(text) ||
  (/^(?:0|[1-9][0-9]?)(?:\.[0-9]?[1-9])?$/.test(text));

// "^1H" is an insufficient bid that was let stand, "^" a turn that was passed over.
const CALL = /^(\^|P|XX?|\^?[1-7](?:NT|[CDHS]))(?:(?<!\^)(?:!|=[1-9][0-9]?=))?$/;
const SKIPPED = "^";
const height = (bid) => 5 * Number(bid.replace("^", "")[0]) + "CDHSN".indexOf(bid.replace("^", "")[1]);
const isBid = (call) => /^\^?[1-7]/.test(call);
const isOver = (calls) => {
  const said = calls.filter((call) => call !== SKIPPED);
  return said.some(isBid) ? said.slice(-3).join() === "P,P,P" : said.length === 4;
};
// Whether a call may follow these (Laws 18, 19).
const mayFollow = (calls, call) => {
  if (isOver(calls)) return false;
  if (call === "P" || call === SKIPPED) return true;
  const bid = calls.findLast(isBid), at = calls.findLastIndex((each) => each !== "P" && each !== SKIPPED), last = calls[at];
  if (isBid(call)) return (!bid || height(call) > height(bid)) !== call.startsWith("^");
  return at >= 0 && (call === "X" ? isBid(last) : last === "X") && (calls.length - at) % 2 === 1;
};
const isAuction = (text) => {
  if (text.length > 2000 || !/^[NESW]: /.test(text)) return false;
  const calls = text.slice(3).split(" ").map((word) => CALL.exec(word)?.[1]);
  const said = calls.some((call) => call !== SKIPPED);
  return said && calls.every((call, at) => call !== undefined && mayFollow(calls.slice(0, at), call));
};
const isPlay = (text) => {
  if (!/^[NESW]: /.test(text)) return false;
  const tricks = text.slice(3).split(", ").map((trick) => trick.split(" ")), played = (card) => card !== "-";
  const cards = tricks.flat().filter(played);
  const right = tricks.length <= 13 && tricks.every((trick) => trick.length === 4) && tricks.at(-1).some(played);
  return right && cards.every((card) => /^[SHDC][AKQJT2-9]$/.test(card)) && new Set(cards).size === cards.length;
};
