// What an event of each kind holds. `shapes.kinds` says by which structure the body of a kind is read, `shapes.structs`
// what a structure has: a shape for each field, and, where it may be left out, what it then is (it is not written so).

const divisor = (one, other) => (other ? divisor(other, one % other) : one);
const isWhole = (value) => typeof value === "bigint";
const isFraction = (value) => Array.isArray(value) && value.length === 2 && value.every(isWhole) && value[1] > 0n &&
  divisor(...value) ** 2n === 1n;

const isText = (value) => typeof value === "string" && isPlain(value);
const SIMPLE = {
  text: isText,
  words: (value) => isText(value) && /^(?:[0-9a-f]{64})?$/.test(value),
  truth: (value) => typeof value === "boolean",
  result: (value) => isText(value) && isResult(value),
  deal: (value) => isText(value) && isDeal(value),
  auction: (value) => isText(value) && isAuction(value),
  play: (value) => isText(value) && isPlay(value),
  grade: (value) => isText(value) && isGrade(value),
  fraction: isFraction,
};
// Calls `saw` for each text about people: its commitment, and where it stands in the event ('facts', 'players.3.name').
class Shapes {
  constructor(shapes) { this.shapes = shapes; }
  fits(name, body, saw) { return this.structure(this.shapes.kinds[name], body, saw); }
  has(name) { return Object.hasOwn(this.shapes.kinds, name); }
  is(shape, value, saw, where) {
    if (typeof shape === "string") {
      if (shape === "words" && value) saw(value, where);
      return SIMPLE[shape](value);
    }
    const [how, ...rest] = shape;
    if (how === "or-none") return value === null || this.is(rest[0], value, saw, where);
    if (how === "one-of") return rest.includes(typeof value === "bigint" ? Number(value) : value);
    if (how === "between") return isWhole(value) && rest[0] <= value && value <= rest[1];
    if (how === "structure") return this.structure(rest[0], value, saw, where);
    if (how === "tagged") return value instanceof Map && Object.hasOwn(rest[0], value.get("kind")) &&
      this.structure(rest[0][value.get("kind")], value, saw, where);
    if (!Array.isArray(value)) return false;
    if (how === "each") return value.every((each, at) => this.is(rest[0], each, saw, within(where, String(at + 1))));
    return value.length === rest.length && value.every((each, at) => this.is(rest[at], each, saw, where));
  }
  structure(name, value, saw, where) {
    const fields = this.shapes.structs[name];
    if (!(value instanceof Map)) return false;
    const names = [...value.keys()], sorted = [...names].sort();
    if (names.join() !== sorted.join() || !names.every((each) => Object.hasOwn(fields, each))) return false;
    return Object.entries(fields).every(([each, [shape, ...usual]]) => {
      if (!value.has(each)) return usual.length > 0;
      const found = value.get(each);
      return !isUsual(found, usual[0]) && this.is(shape, found, saw, within(where, each));
    });
  }
}
const within = (where, name) => (where ? `${where}.${name}` : name);
const isUsual = (value, usual) => (Array.isArray(usual) ? Array.isArray(value) && !value.length
  : (typeof value === "bigint" ? Number(value) : value) === usual);
