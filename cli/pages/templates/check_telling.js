// How an event is told: its fields by their shapes. Words about people are told apart.

// What records call a field, a kind or a choice, in the language of the page.
const named = (name) => (given.names ? name.split(".").map(partNamed).join(".") : name);
const partNamed = (part) => {
  const name = part.replaceAll("_", " ");
  return Object.hasOwn(given.names, name) ? given.names[name] : part;
};

const telling = (shapes, shape, value) => {
  if (shape === "words") return "";
  if (shape === "fraction") return value[1] === 1n ? String(value[0]) : value.join("/");
  if (shape === "truth") return named(value ? "yes" : "no");
  if (typeof shape === "string") return String(value);
  const [how, ...rest] = shape;
  if (how === "or-none") return value === null ? "–" : telling(shapes, rest[0], value);
  if (how === "one-of" || how === "between") return named(String(value));
  if (how === "each") return value.map((each) => telling(shapes, rest[0], each)).filter(Boolean).join(", ");
  if (how === "structure") return fieldsTold(shapes, rest[0], value)
    .map(([name, told]) => `${named(name)} ${told}`).join(", ");
  if (how === "tagged") return fieldsTold(shapes, rest[0][value.get("kind")], value).map(adjustmentField).join(" ");
  if (rest[0] === "fraction") return `${weight(value[0])} ${telling(shapes, rest[1], value[1])}`;
  return value.map((each, at) => telling(shapes, rest[at], each)).join(" ");
};
const NAMED = ["ns", "ew", "b", "c", "unless"];
const adjustmentField = ([name, told]) => (NAMED.includes(name) ? `${named(name).toUpperCase()}: ${told}` : told);
const weight = ([numerator, denominator]) => ((100n * numerator) % denominator ? `${numerator}/${denominator}`
  : `${(100n * numerator) / denominator}%`);
// The fields of a structure that say something, each with what it says.
const fieldsTold = (shapes, name, body) => Object.entries(shapes.structs[name])
  .filter(([field]) => body.has(field))
  .map(([field, [shape]]) => [field.replaceAll("_", " "), telling(shapes, shape, body.get(field))])
  .filter(([, told]) => told);

// Microseconds as a time; the page knows no office's clock.
const timeTold = (microseconds) => {
  const moment = new Date(Number(microseconds / 1000n)), { lang } = document.documentElement;
  const [day, time] = moment.toISOString().split("T");
  const own = lang && lang !== "en" && new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeZone: "UTC" });
  return `${own ? own.format(moment) : day} ${time.slice(0, 5)} UTC`;
};
// A witness's signature says when it was made (C2SP tlog-cosignature).
const signatureTold = ({ short, signature }) => {
  const isTimed = [72, 2428].includes(signature.length);
  const seconds = isTimed ? new DataView(signature.buffer, signature.byteOffset).getBigUint64(0) : 0n;
  return seconds && seconds < 253402300800n ? `${short} (${timeTold(seconds * 1000000n)})` : short;
};
