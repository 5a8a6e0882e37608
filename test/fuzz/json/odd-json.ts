import { mutate, ODD_VALUES } from '../../support/mutate.ts';
import { between, pick } from '../run.ts';

type Path = readonly (string | number)[];
type Random = () => number;

/** A JSON text that was valid, and the fault that it was given. */
export interface OddJson {
  bytes: Buffer;
  kind: string;
  /** The one faulty field, named as an answer must name it, if the text is known to have one. */
  fault?: string;
}

const DEPTHS = [20, 33, 34, 200, 5_000, 60_000];
const NUMBERS = [
  '1e999',
  '-1e999',
  '-0',
  '1e-400',
  '99999999999999999999',
  '01',
  '0x10',
  'NaN',
  '-Infinity',
  '1.',
  '+1',
];
/** Not UTF-8: a lone byte, an overlong NUL, half of a surrogate pair, a cut sequence, beyond Unicode. */
const NO_UTF8 = ['ff', 'c080', 'eda080', 'e282', 'f4908080'];
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  '\u0000',
  'a.b[0]',
  'x'.repeat(9_000),
];
const WRONG_TYPES: readonly unknown[] = [null, true, 7, 'seven', [], ['x'], {}, { x: 1 }];

const BY_KIND: Record<string, (value: unknown, random: Random) => Omit<OddJson, 'kind'>> = {
  values(value, random) {
    let body = value;
    for (let count = between(random, 1, 3); count > 0; count--) body = mutate(body, random, ODD_VALUES);
    return { bytes: Buffer.from(JSON.stringify(body) ?? '') };
  },
  wrongType(value, random) {
    const path = pick(random, leafPaths(value));
    const wrong = pick(
      random,
      WRONG_TYPES.filter((one) => typeOf(one) !== typeOf(valueAt(value, path))),
    );
    return { bytes: Buffer.from(JSON.stringify(withValue(value, path, wrong))), fault: tellPath(path) };
  },
  outOfRange(value, random) {
    const numbers = leafPaths(value).filter((path) => typeof valueAt(value, path) === 'number');
    const path = pick(random, numbers);
    if (path === undefined) return BY_KIND['values']?.(value, random) ?? { bytes: Buffer.alloc(0) };
    const far = pick(random, [-1, -0.0001, 100.0001, 1e308, -1e308, Number.MAX_SAFE_INTEGER + 2]);
    return { bytes: Buffer.from(JSON.stringify(withValue(value, path, far))), fault: tellPath(path) };
  },
  number(value, random) {
    const text = JSON.stringify(value);
    return { bytes: Buffer.from(replaceLeaf(text, random, pick(random, NUMBERS))) };
  },
  deep(value, random) {
    const depth = pick(random, DEPTHS);
    const [open, close] = pick(random, [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const);
    const nested = `${open.repeat(depth)}1${random() < 0.8 ? close.repeat(depth) : ''}`;
    return { bytes: Buffer.from(random() < 0.3 ? nested : replaceLeaf(JSON.stringify(value), random, nested)) };
  },
  name(value, random) {
    const entry = `${JSON.stringify(pick(random, NAMES))}:${JSON.stringify(pick(random, [...WRONG_TYPES, { admin: true }]))}`;
    return { bytes: Buffer.from(insertAfter(JSON.stringify(value), random, '{', `${entry},`)) };
  },
  twice(value, random) {
    const text = JSON.stringify(value);
    return {
      bytes: Buffer.from(insertAfter(text, random, '{', `${/"\w+":(?:"[^"]*"|\d+)/.exec(text)?.[0] ?? '"a":1'},`)),
    };
  },
  manyNames(value, random) {
    const names = Array.from({ length: between(random, 60, 4_000) }, (_, i) => `"n${i}":${i}`).join(',');
    return { bytes: Buffer.from(insertAfter(JSON.stringify(value), random, '{', `${names},`)) };
  },
  cut(value, random) {
    const text = JSON.stringify(value);
    return { bytes: Buffer.from(text).subarray(0, between(random, 0, text.length - 1)) };
  },
  noUtf8(value, random) {
    return {
      bytes: insertBytes(Buffer.from(JSON.stringify(value)), random, Buffer.from(pick(random, NO_UTF8), 'hex')),
    };
  },
  otherEncoding(value, random) {
    const text = JSON.stringify(value);
    return {
      bytes: pick(random, [
        Buffer.from(text, 'utf16le'),
        Buffer.from(`\ufeff${text}`),
        Buffer.from(`\ufeff${text}`, 'utf16le'),
      ]),
    };
  },
  stray(value, random) {
    const stray = pick(random, ['\u0000', '/* x */', ',', '\u2028', '}', ']', '"', "'", '\\', '\n\n', '\u00a0', '{}']);
    return { bytes: insertBytes(Buffer.from(JSON.stringify(value)), random, Buffer.from(stray)) };
  },
};

const KINDS = Object.keys(BY_KIND);

/** `value` as a JSON text with one seeded fault out of many kinds. Some faults leave it valid. */
export function oddJson(value: unknown, random: Random): OddJson {
  const kind = pick(random, KINDS);
  return { kind, ...(BY_KIND[kind]?.(value, random) ?? { bytes: Buffer.alloc(0) }) };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Paths to everything that contains no further fields. */
function leafPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, item]) =>
    leafPaths(item, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, step) => (at as Record<string | number, unknown>)[step], value);
}

function withValue(value: unknown, path: Path, leaf: unknown): unknown {
  const copy = structuredClone(value) as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  (valueAt(copy, path.slice(0, -1)) as typeof copy)[last] = leaf;
  return copy;
}

/** The path in the form in which answers name a field: `ubos[1].parent`. */
function tellPath(path: Path): string {
  return path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');
}

/** Replaces one of the texts or numbers by `raw`, unchanged. */
function replaceLeaf(text: string, random: Random, raw: string): string {
  const leaves = [...text.matchAll(/:("(?:[^"\\]|\\.)*"|-?\d[\d.]*)/g)];
  const leaf = pick(random, leaves);
  if (!leaf) return raw;
  const from = leaf.index + 1;
  return text.slice(0, from) + raw + text.slice(from + (leaf[1]?.length ?? 0));
}

function insertAfter(text: string, random: Random, sign: string, inserted: string): string {
  const places = [...text.matchAll(new RegExp(`\\${sign}(?=")`, 'g'))];
  const at = (pick(random, places)?.index ?? -1) + 1;
  return text.slice(0, at) + inserted + text.slice(at);
}

function insertBytes(bytes: Buffer, random: Random, inserted: Buffer): Buffer {
  const at = between(random, 0, bytes.length);
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)]);
}
