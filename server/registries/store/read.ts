import { type Db, openReadOnly } from '../../db/open.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { RegisterCompany, RegisterOwnership } from '../types.ts';
import { WordFilter } from './filter.ts';
import { hashText } from './hash.ts';
import { findInPage } from './hashes.ts';
import { decodePosting } from './postings.ts';
import { decodeCompany, decodeOwnership } from './record.ts';
import { BLOCK_COMPANIES, FILE_FORMAT } from './write.ts';

const CACHE_KIB = 16 * 1024;

/** A word of a register's names. */
export interface RegisterWord {
  id: number;
  word: string;
  /** How many companies have it. */
  companies: number;
}

/** The file of one register version, for reading. A company's number is its position in the file, from 0. */
export interface RegisterFile {
  readonly companies: number;
  /** Returns company numbers that may have this key, or name (`nameKey`). Callers must compare. At most `LIMITS.registerSameMax`. */
  find(key: string): number[];
  company(number: number): RegisterCompany;
  /** Returns what is stated about the owners of the company with this key, whether or not it has ended. */
  ownerships(owned: string): RegisterOwnership[];
  /** Returns those of these words that occur in names. A word in several segments appears as often. */
  words(words: readonly string[]): RegisterWord[];
  /** Returns how many companies have the word. */
  count(word: string): number;
  /** Returns the first `limit` companies that have the word, ascending. */
  posting(id: number, limit: number): Uint32Array;
  close(): void;
}

/** Opens a finished file. Throws if it is missing, not a register's, or from another program version. */
export function openRegisterFile(path: string, companies: number): RegisterFile {
  const db = openReadOnly(path);
  try {
    if (db.pragma('user_version', { simple: true }) !== FILE_FORMAT) {
      throw new AppError(
        'registers_not_ready',
        'A different version of Custos stored this register. Import the register again.',
      );
    }
    db.pragma(`cache_size = -${CACHE_KIB}`);
    return readFile(db, companies);
  } catch (error) {
    db.close();
    throw error;
  }
}

function readFile(db: Db, companies: number): RegisterFile {
  const segments = db.prepare<[], number>('SELECT DISTINCT segment FROM hashes').pluck().all() as number[];
  const selectPages = db
    .prepare<[number, number], Buffer>(
      'SELECT page FROM hashes WHERE segment = ? AND first <= ? ORDER BY first DESC, rowid DESC',
    )
    .pluck();
  const selectBlock = db.prepare<[number], string>('SELECT records FROM blocks WHERE id = ?').pluck();
  const selectOwnerships = db
    .prepare<[number], string>('SELECT record FROM ownerships WHERE owned = ? ORDER BY id')
    .pluck();
  const selectWords = db.prepare<[string], RegisterWord>(
    'SELECT w.id, w.word, w.companies FROM json_each(?) asked CROSS JOIN words w ON w.word = asked.value',
  );
  const selectCount = db.prepare<[string], number | null>('SELECT sum(companies) FROM words WHERE word = ?').pluck();
  const selectPosting = db.prepare<[number], Buffer>('SELECT posting FROM words WHERE id = ?').pluck();
  const filters = (db.prepare<[], Buffer>('SELECT bytes FROM filters').pluck().all() as Buffer[]).map(
    (bytes) => new WordFilter(bytes),
  );
  const mayBeThere = (word: string): boolean => filters.some((filter) => filter.mayHave(word));
  /** The pages that may hold the hash, the last first: the search ends with the first page that begins below it. */
  const findInSegment = (segment: number, hash: number, found: number[]): void => {
    for (const page of selectPages.iterate(segment, hash) as Iterable<Buffer>) {
      findInPage(page, hash, found);
      if (page.readUInt32LE(4) < hash || found.length >= LIMITS.registerSameMax) return;
    }
  };
  return {
    companies,
    find(key) {
      const hash = hashText(key);
      const found: number[] = [];
      for (const segment of segments) findInSegment(segment, hash, found);
      return [...new Set(found)].slice(0, LIMITS.registerSameMax);
    },
    company(number) {
      const records = selectBlock.get(Math.floor(number / BLOCK_COMPANIES)) as string | undefined;
      return decodeCompany(lineOf(records ?? '', number % BLOCK_COMPANIES));
    },
    ownerships: (owned) =>
      (selectOwnerships.all(hashText(owned)) as string[])
        .map(decodeOwnership)
        .filter((ownership) => ownership.owned === owned),
    words: (words) => selectWords.all(JSON.stringify(words.filter(mayBeThere))),
    count: (word) => (selectCount.get(word) as number | null | undefined) ?? 0,
    posting: (id, limit) => decodePosting((selectPosting.get(id) as Buffer | undefined) ?? Buffer.alloc(0), limit),
    close: () => void db.close(),
  };
}

function lineOf(text: string, index: number): string {
  let from = 0;
  for (let line = 0; line < index; line++) from = text.indexOf('\n', from) + 1;
  const end = text.indexOf('\n', from);
  return end === -1 ? text.slice(from) : text.slice(from, end);
}
