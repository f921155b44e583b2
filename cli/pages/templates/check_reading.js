"use strict";
// Reading, as strictly as the program reads: JSON as the ledger writes it and no other, base64 and hexadecimal in the
// one form they have, and which characters steer a screen.

class Refused extends Error {
  // What is wrong, by the name of its words, and where: `verdict` is "unread" where it is none of what it should be,
  // "broken" where something in it was changed, "forged" where a signature is not the key's.
  constructor(verdict, word, places = {}) {
    super(word);
    Object.assign(this, { verdict, word, places });
  }
}
const unread = (word, places) => new Refused("unread", word, places);
const broken = (word, places) => new Refused("broken", word, places);

// what no desk types: the same list as in ledger/errors/visible.py
const STEERING = new RegExp("[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5" +
  "\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb\\ufffe\\uffff" +
  "\\ud800-\\udfff\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}]|(?<![♠♥♦♣♤♡♢♧])[\\ufe00-\\ufe0f]", "u");
const ALL_STEERING = new RegExp(STEERING, "gu");
const SHORT_ESCAPES = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const isPlain = (text) => !STEERING.test(text);
const escaped = (letter) => {
  const code = letter.codePointAt(0), hex = code.toString(16);
  if (code < 0x100) return SHORT_ESCAPES[letter] ?? "\\x" + hex.padStart(2, "0");
  return code < 0x10000 ? "\\u" + hex.padStart(4, "0") : "\\U" + hex.padStart(8, "0");
};
const visible = (text) => String(text).replace(ALL_STEERING, escaped);

// A file's text: UTF-8 or nothing.
const textOf = (bytes) => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw unread("no-text");
  }
};
// A file's text without the mark some editors put before it, and without the blanks around it: these and no others,
// as in ledger/trust/seal.py and ledger/trust/receipt.py.
const withoutMark = (text) => text.replace(/^\ufeff/, "");
const withoutSurroundings = (text) => withoutMark(text).replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
const bytesOf = (text) => new TextEncoder().encode(text);
const joined = (...parts) => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => { whole.set(part, at); return at + part.length; }, 0);
  return whole;
};
// Of two hashes, which are of one length.
const same = (one, other) => one.every((byte, at) => byte === other[at]);
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
// The 32 bytes of a digest; null where the text is none.
const digestOf = (text) => (typeof text === "string" && /^[0-9a-f]{64}$/.test(text)
  ? Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16)) : null);
const base64Of = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
// The bytes of a base64 text; null where it is not the one text that stands for them.
const fromBase64 = (text) => {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return base64Of(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
};
const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));

// What is hashed or signed begins with what it is; then come parts so many bytes long, and last, at most, one of any
// length (0): the same list as in ledger/digests.
const HASHED = {
  "EVENT": ["bridge-ledger event 1\n", 32, 0],
  "TEXT": ["bridge-ledger text 1\n", 16, 0],
  "JUDGEMENT": ["bridge-ledger judgement 1\n", 32],
  "LEAF": ["\u0000", 0],
  "NODE": ["\u0001", 32, 32]
};
// The very bytes; null where a part is not as long as it is to be.
const bytesUnder = (what, ...parts) => {
  const [beginning, ...lengths] = HASHED[what];
  const fit = parts.length === lengths.length && parts.every((part, at) => [0, part.length].includes(lengths[at]));
  return fit ? joined(bytesOf(beginning), ...parts) : null;
};
const hashed = async (what, ...parts) => {
  const bytes = bytesUnder(what, ...parts);
  if (!bytes) throw unread("other-types");
  return sha256(bytes);
};

// JSON without a blank, without an escape it could do without, whole numbers only, no name twice. Objects are Maps,
// numbers BigInts. `spans` says from where to where an array or an object stood: its bytes are hashed as they are.
class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.spans = new WeakMap();
  }
  whole() {
    const value = this.value();
    if (this.at !== this.text.length) throw this.wrong();
    return value;
  }
  wrong() { return unread("not-json", { at: this.at + 1 }); }
  taken(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found?.[0];
  }
  value() {
    const begins = this.text[this.at];
    if (begins === '"') return this.string();
    if (begins === "[" || begins === "{") return this.nested(begins);
    const word = this.taken(/true|false|null/y);
    if (word) return { true: true, false: false, null: null }[word];
    const number = this.taken(/-?(?:0|(?!0)\d+)(?![\d.eE])/y);
    if (!number || number === "-0") throw this.wrong();
    return BigInt(number);
  }
  string() {
    const quoted = this.taken(/"(?:[^"\\\u0000-\u001f]|\\["\\bfnrt]|\\u00(?:0[0-7be-f]|1[0-9a-f]))*"/y);
    if (quoted === undefined) throw this.wrong();
    return JSON.parse(quoted);
  }
  nested(begins) {
    const start = this.at++, isList = begins === "[", ends = isList ? "]" : "}";
    const made = isList ? [] : new Map();
    while (this.text[this.at] !== ends) {
      if ((isList ? made.length : made.size) && !this.taken(/,/y)) throw this.wrong();
      if (isList) made.push(this.value());
      else this.member(made);
    }
    this.at++;
    this.spans.set(made, [start, this.at]);
    return made;
  }
  member(made) {
    const name = this.string();
    if (made.has(name) || !this.taken(/:/y)) throw this.wrong();
    made.set(name, this.value());
  }
  // The bytes an array or an object was read from.
  source(value) { return bytesOf(this.slice(value)); }
  slice(value) { return this.text.slice(...this.spans.get(value)); }
}
// An object with just these names, in this order.
const fieldsOf = (value, ...names) => {
  const found = value instanceof Map ? [...value.keys()] : [];
  const right = found.length === names.length && found.every((name, at) => name === names[at]);
  if (!right) throw unread("other-fields", { names: names.join(", ") });
  return Object.fromEntries(value);
};
