// A policy (c2sp.org/tlog-policy): whose log it is, and which witnesses must have signed its seal, as in
// ledger/trust/policy.py.

const POLICY = /^[ \t\n]*(?:#|(?:log|witness|group|quorum)[ \t])/;
// A key, or a policy with one office in it: the office's key, and the policy beside it.
const readTrust = async (text) => (POLICY.test(text) ? readPolicy(text) : readKey(text));
const readPolicy = async (text) => {
  const policy = { logs: [], witnesses: new Map(), groups: new Map(), members: new Set(), quorum: null };
  for (const [at, line] of text.split("\n").entries()) {
    const words = line.split(/[ \t]+/).filter(Boolean);
    const isRead = !words.length || words[0].startsWith("#") || (await readLine(policy, words).catch(() => false));
    if (!isRead || /[^\t\x20-\x7e\x80-\u{10ffff}]/u.test(line)) throw unread("bad-policy", { number: at + 1 });
  }
  const [key, second, ...more] = [...policy.logs].sort((one, other) => one.kind - other.kind);
  const isOne = key && !more.length && (!second || (second.name === key.name && second.kind !== key.kind));
  if (!isOne || policy.quorum === null) throw unread("other-policy");
  return { ...key, second: second ?? null, policy };
};
const readLine = async (policy, [word, name, ...rest]) => {
  const { logs, witnesses, groups, members } = policy, has = (each) => witnesses.has(each) || groups.has(each);
  const isNew = name && name !== "none" && !has(name), isOther = (key, known) =>
    ![...known].some((each) => hexOf(each.bytes) === hexOf(key.bytes));
  if (word === "log" && rest.length < 2) {
    const key = await readKeyLine(name, OFFICE_KEY, ML_DSA);
    return isOther(key, logs) && logs.push(key) > 0;
  }
  if (word === "witness" && isNew && rest.length > 0 && rest.length < 3) {
    const key = await readKeyLine(rest[0], WITNESS_KEY, ML_DSA);
    return isOther(key, witnesses.values()) && Boolean(witnesses.set(name, key));
  }
  if (word === "group" && isNew && rest.length > 1) {
    const [wanted, ...of] = rest, counted = /^[1-9]\d*$/.test(wanted) ? Number(wanted) : 0;
    const least = { all: of.length, any: 1 }[wanted] ?? counted;
    const areFree = of.every((each) => has(each) && !members.has(each) && Boolean(members.add(each)));
    return areFree && least > 0 && least <= of.length && Boolean(groups.set(name, { least, of }));
  }
  if (word !== "quorum" || rest.length || policy.quorum !== null || !(name === "none" || has(name))) return false;
  policy.quorum = name;
  return true;
};

// Whether a witness signed a seal: one good signature is enough; null where the browser cannot tell.
const isWitnessed = async (seal, key) => {
  const own = seal.signatures.filter((each) => keyIsOf(key, each)).map((each) => each.signature), found = [];
  for (const signature of own.filter((each) => each.length > 8 && each[0] < 128)) {
    const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
    const text = bytesOf(`cosignature/v1\ntime ${time}\n${seal.head}`);
    const signed = key.kind === ML_DSA ? signedTree(key, signature, seal) : signedText(key, signature.slice(8), text);
    found.push(await signed);
  }
  return found.includes(true) || (found.includes(null) ? null : false);
};
// Refuses a seal that too few of a policy's witnesses signed; `seal.witnesses`: the keys of those who did.
const requireQuorum = async (seal, { witnesses, groups, quorum }) => {
  const signed = new Map();
  for (const [name, key] of witnesses) signed.set(name, await isWitnessed(seal, key));
  const isMet = (name) => (groups.has(name) ? groups.get(name).of.filter(isMet).length >= groups.get(name).least
    : signed.get(name) === true);
  const names = [...witnesses.keys()].filter((name) => signed.get(name)), says = names.join(", ") || "–";
  seal.witnesses = names.map((name) => witnesses.get(name));
  seal.witnessed = says;
  if (quorum === "none" || isMet(quorum)) return;
  if ([...signed.values()].includes(null)) throw unread("quorum-unchecked", { quorum, says });
  throw new Refused("forged", "no-quorum", { quorum, says });
};
