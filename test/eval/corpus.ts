import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';

/** An unusable corpus; the message names the file and place, and what belongs there. */
export class CorpusError extends Error {
  override name = 'CorpusError';
}

/** One picture of a document and the text of its MRZ, read by eye. */
export interface DocumentTruth {
  file: string;
  /** Empty if the picture shows no MRZ. */
  mrz: string[];
  /** false: the specimen itself breaks the standard, so its check digits may be wrong. */
  conforms: boolean;
}

/** One picture of a document of a real design, and its printed text (VIZ), read by eye. */
export interface PrintedTruth {
  file: string;
  type: string;
  side: string | null;
  /** The issuing state, as ICAO's three-letter code. */
  country: string;
  /** Whether the picture shows an MRZ. */
  has_mrz: boolean;
  script: string;
  /** A person's remark on a fault of the picture; empty for a good one. */
  quality?: string;
  /** As printed, dates as YYYY-MM-DD; alternatives are separated by ` // `; null: not printed, or unreadable for a person. */
  fields: z.output<typeof printedFields>;
}

/** Two pictures of faces, by file name. */
export interface FacePair {
  a: string;
  b: string;
  same: boolean;
}

/** One folder under `faces/`. */
export interface FaceSet {
  name: string;
  folder: string;
  pairs: FacePair[];
  /** The group of people of each file; null if the set has no `groups.csv`. */
  groups: ReadonlyMap<string, string> | null;
}

const DOCUMENTS = 'documents';
const FACES = 'faces';
const PRINTED = 'printed';
const MRZ_TRUTH = 'mrz-truth.json';
const TRUTH = 'truth.json';
const PAIRS = 'pairs.csv';
const GROUPS = 'groups.csv';

const mrzTruth = z.array(
  z.object({ file: z.string().min(1), mrz: z.array(z.string().min(1)).max(3), conforms: z.boolean() }),
);

const printed = z.string().min(1).nullable();
const printedFields = z.object({
  surname: printed,
  given_names: printed,
  document_number: printed,
  date_of_birth: printed,
  expiry_date: printed,
  issue_date: printed,
  sex: printed,
  nationality: printed,
  place_of_birth: printed,
  address: printed,
});
const printedTruths = z.array(
  z.object({
    file: z.string().min(1),
    type: z.string(),
    side: z.string().nullable(),
    country: z.string(),
    has_mrz: z.boolean(),
    script: z.string(),
    quality: z.string().exactOptional(),
    fields: printedFields,
  }),
);

/** The folder of the corpus at `root` with pictures of real designs. */
export function printedFolder(root: string): string {
  return join(root, PRINTED);
}

/** The documents with known printed text; null if the corpus has none. Throws `CorpusError`. */
export function readPrintedTruths(root: string): PrintedTruth[] | null {
  return readTruths(printedFolder(root), TRUTH, printedTruths);
}

/** The folder of the corpus at `root` with pictures of documents. */
export function documentsFolder(root: string): string {
  return join(root, DOCUMENTS);
}

/** The documents with a known MRZ; null if the corpus has none. Throws `CorpusError`. */
export function readDocumentTruths(root: string): DocumentTruth[] | null {
  return readTruths(documentsFolder(root), MRZ_TRUTH, mrzTruth);
}

/** Reads the entries and checks that each one's picture exists. Null: the file does not exist. Throws `CorpusError`. */
function readTruths<T extends { file: string }>(folder: string, name: string, schema: z.ZodType<T[]>): T[] | null {
  const path = join(folder, name);
  if (!existsSync(path)) return null;
  const parsed = schema.safeParse(readJson(path));
  if (!parsed.success) throw new CorpusError(`${path}, ${placeOf(parsed.error)}`);
  if (parsed.data.length === 0) throw new CorpusError(`${path} holds no document.`);
  for (const [i, { file }] of parsed.data.entries()) requirePicture(folder, file, `${path}, entry ${i + 1}`);
  return parsed.data;
}

/** The sets of labelled faces by name; null if the corpus has none. Throws `CorpusError`. */
export function readFaceSets(root: string): FaceSet[] | null {
  const faces = join(root, FACES);
  if (!existsSync(faces)) return null;
  const names = readdirSync(faces).filter((name) => existsSync(join(faces, name, PAIRS)));
  const sets = names.sort().map((name) => {
    const folder = join(faces, name);
    return { name, folder, pairs: readPairs(folder), groups: readGroups(folder) };
  });
  return sets.length === 0 ? null : sets;
}

/** At most `limit` of `items`, evenly spread, so a sample of a list sorted by answer contains both answers. */
export function spread<T>(items: readonly T[], limit: number): T[] {
  if (items.length <= limit) return [...items];
  return items.filter(
    (_, i) => Math.floor((i * limit) / items.length) !== Math.floor(((i - 1) * limit) / items.length),
  );
}

function readPairs(folder: string): FacePair[] {
  const path = join(folder, PAIRS);
  const rows = readColumns(path, ['a', 'b', 'same']);
  if (rows.length === 0) throw new CorpusError(`${path} holds no pair.`);
  return rows.map(([a = '', b = '', same = ''], i) => {
    const place = `${path}, line ${i + 2}`;
    if (same !== '0' && same !== '1') throw new CorpusError(`${place}: "same" must be 1 or 0.`);
    requirePicture(folder, a, place);
    requirePicture(folder, b, place);
    return { a, b, same: same === '1' };
  });
}

function readGroups(folder: string): Map<string, string> | null {
  const path = join(folder, GROUPS);
  if (!existsSync(path)) return null;
  const groups = new Map<string, string>();
  for (const [i, [file = '', group = '']] of readColumns(path, ['file', 'group']).entries()) {
    const place = `${path}, line ${i + 2}`;
    if (group === '') throw new CorpusError(`${place}: "group" must name one.`);
    if (groups.has(file)) throw new CorpusError(`${place}: "${file}" is in a group already.`);
    requirePicture(folder, file, place);
    groups.set(file, group);
  }
  return groups;
}

/** The values of the named columns, row by row. */
function readColumns(path: string, names: readonly string[]): string[][] {
  const [head, ...body] = readRows(path);
  const columns = names.map((name) => head?.indexOf(name) ?? -1);
  if (columns.includes(-1))
    throw new CorpusError(`${path}, line 1: the header must name the columns ${names.join(', ')}.`);
  return body.map((row) => columns.map((column) => row[column] ?? ''));
}

function readRows(path: string): string[][] {
  try {
    return parse(readFileSync(path, 'utf8'), { bom: true, trim: true });
  } catch (error) {
    throw new CorpusError(`${path} is no CSV table: ${messageOf(error)}`);
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CorpusError(`${path} is no JSON: ${messageOf(error)}`);
  }
}

/** `entry 3, mrz: Invalid input ...`, counted from 1 as people count. */
function placeOf({ issues }: z.ZodError): string {
  const [index, ...field] = issues[0]?.path ?? [];
  const entry = typeof index === 'number' ? `entry ${index + 1}` : 'the whole file';
  return `${[entry, ...field].join(', ')}: ${issues[0]?.message ?? 'malformed'}`;
}

function requirePicture(folder: string, file: string, place: string): void {
  if (file === '' || !existsSync(join(folder, file)))
    throw new CorpusError(`${place}: the picture "${file}" is not in ${folder}.`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
