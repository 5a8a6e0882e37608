/** A file of a package with its size. */
export interface SizedFile {
  /** From the package's folder, with `/` between folders; files in the archive as `resources/app.asar/...`. */
  path: string;
  sizeBytes: number;
}

/** One line of the size table. */
export interface SizeRow {
  part: string;
  megabytes: number;
  /** Why it is there; null for a part without a reason. */
  why: string | null;
}

const BYTES_PER_MB = 1_000_000;
/** The largest size of a package that needs no explanation. */
export const PACKAGE_MB_MAX = 350;
/** Smaller parts are combined in one line. */
const SMALL_MB = 1;

/** Why each large part is there; the first match counts. */
const REASONS: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^node$/, 'runs the server of a headless installation'],
  [/^electron$/, 'Chromium and Node: the window, and what runs the server'],
  [/^program$/, 'the compiled program and the console'],
  [/^papers$/, 'licences and the bill of materials'],
  [/^weights\/text$/, 'language data of the text recogniser'],
  [/^weights\//, 'models and programs of the engines, checked against models/weights.json'],
  [/^onnxruntime-node$/, 'native engine of the models, this system only'],
  [/^@napi-rs\/canvas/, 'draws reports and pages (Skia)'],
  [/^@img\/sharp/, 'decodes and turns pictures (libvips)'],
  [/^tesseract\.js-core$/, 'text recogniser as WebAssembly, one program for each kind of processor'],
  [/^@fontsource\//, 'fonts of reports, for every script that names are written in'],
  [/^pdfjs-dist$/, 'reads PDF files'],
  [/^@tensorflow\//, 'WebAssembly engine of the models'],
  [/^@vladmandic\/human$/, 'finds faces'],
  [/^libphonenumber-js$/, 'telephone numbering plans'],
  [/^better-sqlite3$/, 'database, this system only'],
  [/^zod$/, 'validation of input'],
  [/^zlibjs$/, 'tesseract.js requires it'],
  [/^csv-parse$/, 'reads lists and registers'],
  [/^hash-wasm$/, 'Argon2 and other hashes as WebAssembly'],
  [/^stdnum$/, 'check digits of company numbers'],
  [/^@peculiar\/x509$/, 'certificates of the office network'],
];

/** Returns the sizes of a package by part, largest first, with the reason for each. Combines parts below 1 MB in one line. */
export function sizeTable(files: readonly SizedFile[]): SizeRow[] {
  const bytes = new Map<string, number>();
  for (const { path, sizeBytes } of files) bytes.set(partOf(path), (bytes.get(partOf(path)) ?? 0) + sizeBytes);
  const parts = [...bytes].map(([part, size]) => ({ part, megabytes: size / BYTES_PER_MB }));
  const large = parts.filter(({ megabytes }) => megabytes >= SMALL_MB).toSorted((a, b) => b.megabytes - a.megabytes);
  const small = parts.filter(({ megabytes }) => megabytes < SMALL_MB);
  const rows = large.map((row) => ({ ...row, why: REASONS.find(([pattern]) => pattern.test(row.part))?.[1] ?? null }));
  if (small.length === 0) return rows;
  const rest = small.reduce((sum, { megabytes }) => sum + megabytes, 0);
  return [...rows, { part: `${small.length} smaller parts`, megabytes: rest, why: 'packages of less than 1 MB each' }];
}

/** Returns the part that a file belongs to: an installed package, a folder of the models, the program, Electron. */
function partOf(path: string): string {
  if (path.startsWith('bin/')) return 'node';
  const inner = /^(?:.*\/)?(?:resources|Resources)\/(.*)$/.exec(path)?.[1];
  if (inner === undefined) return 'electron';
  const weights = /^weights\/([^/]+)\//.exec(inner)?.[1];
  if (weights !== undefined) return `weights/${weights}`;
  const app = /^app\.asar(?:\.unpacked)?\/(.*)$/.exec(inner)?.[1];
  if (app === undefined) return /\.(?:txt|json)$/.test(inner) ? 'papers' : 'electron';
  const found = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(app)?.[1];
  return found ?? 'program';
}

/** Returns the table as text, with the sum as its last line; says if it exceeds `PACKAGE_MB_MAX`. */
export function printSizes(rows: readonly SizeRow[]): string {
  const total = rows.reduce((sum, { megabytes }) => sum + megabytes, 0);
  const over = total - PACKAGE_MB_MAX;
  const note =
    over > 0 ? `${over.toFixed(1)} MB above ${PACKAGE_MB_MAX}; the rows show why` : `below ${PACKAGE_MB_MAX} MB`;
  const lines = [...rows, { part: 'all', megabytes: total, why: note }];
  return lines
    .map(({ part, megabytes, why }) => `${megabytes.toFixed(1).padStart(7)} MB  ${part.padEnd(36)} ${why ?? '?'}`)
    .join('\n');
}
