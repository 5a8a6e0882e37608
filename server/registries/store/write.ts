import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Db } from '../../db/open.ts';
import { syncFile } from '../../lib/durable.ts';
import { LIMITS } from '../../lib/limits.ts';
import { nameWords } from '../../names/companies/words.ts';
import type { RegisterCompany, RegisterOwnership, RegisterRecord, RegisterVersion } from '../types.ts';
import { WordFilter } from './filter.ts';
import { hashText } from './hash.ts';
import { HashCollector } from './hashes.ts';
import { PostingCollector } from './postings.ts';
import { encodeCompany, encodeOwnership } from './record.ts';

/** Increases with every change of a register file's contents. */
export const FILE_FORMAT = 1;
/** Companies in one row: one row for each would take twice the time to write. */
export const BLOCK_COMPANIES = 8;
/** Several blocks in a page, so that little of it stays empty. */
const PAGE_BYTES = 16 * 1024;
const CACHE_KIB = 64 * 1024;

/**
 * `blocks`: the companies in file order, `BLOCK_COMPANIES` per row and one per line. A company's number is its position, from 0.
 * `hashes`: the companies of each key and of each whole name. `words`: those of each word of a name; `filters` shows that a word
 * is absent. All are in segments, so that a build's memory is bounded.
 */
const TABLES = `
  CREATE TABLE blocks (id INTEGER PRIMARY KEY, records TEXT NOT NULL) STRICT;
  CREATE TABLE ownerships (id INTEGER PRIMARY KEY, owned INTEGER NOT NULL, record TEXT NOT NULL) STRICT;
  CREATE TABLE hashes (segment INTEGER NOT NULL, first INTEGER NOT NULL, page BLOB NOT NULL) STRICT;
  CREATE TABLE filters (segment INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE words (
    id INTEGER PRIMARY KEY,
    word TEXT NOT NULL,
    companies INTEGER NOT NULL,
    posting BLOB NOT NULL
  ) STRICT;
`;

const INDEXES = `
  CREATE INDEX hashes_by_first ON hashes (segment, first);
  CREATE INDEX ownerships_by_owned ON ownerships (owned);
  CREATE INDEX words_by_word ON words (word, companies);
`;

/** Of the countries at most `LIMITS.registerCountriesMax`. */
export type RegisterCounts = Pick<RegisterVersion, 'companies' | 'owners' | 'countries'>;

/** Writes a new register file. Nothing reads it before `finish`. */
export interface RegisterWriter {
  add(records: readonly RegisterRecord[]): void;
  /** Writes the indexes and flushes everything to disk. */
  finish(): RegisterCounts;
  /** Closes the file as it is. May be called after `finish`. */
  close(): void;
}

/** Begins a register's file at a path where none exists. It uses no journal: an unfinished file is discarded. */
export function createRegisterFile(path: string): RegisterWriter {
  closeSync(openSync(path, 'wx', 0o600));
  const db = new Database(path);
  db.pragma(`page_size = ${PAGE_BYTES}`);
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('temp_store = MEMORY');
  db.pragma(`cache_size = -${CACHE_KIB}`);
  db.pragma(`user_version = ${FILE_FORMAT}`);
  db.exec(TABLES);
  db.exec('BEGIN');
  const tables = fillTables(db);
  return {
    add: tables.add,
    finish() {
      const counts = tables.end();
      db.exec(INDEXES);
      db.exec('COMMIT');
      db.close();
      syncFile(path);
      return counts;
    },
    close: () => void db.close(),
  };
}

function fillTables(db: Db): { add(records: readonly RegisterRecord[]): void; end(): RegisterCounts } {
  const insertBlock = db.prepare('INSERT INTO blocks (id, records) VALUES (?, ?)');
  const insertOwnership = db.prepare('INSERT INTO ownerships (owned, record) VALUES (?, ?)');
  const index = fillIndex(db);
  const countries = new Map<string, number>();
  const counts = { companies: 0, owners: 0 };
  let block: string[] = [];
  const endBlock = (): void => {
    insertBlock.run(Math.ceil(counts.companies / BLOCK_COMPANIES) - 1, block.join('\n'));
    block = [];
  };
  const addCompany = (company: RegisterCompany): void => {
    index.add(company, counts.companies);
    counts.companies += 1;
    block.push(encodeCompany(company));
    if (block.length === BLOCK_COMPANIES) endBlock();
    countUp(countries, company.country);
  };
  const addOwnership = (ownership: RegisterOwnership): void => {
    counts.owners += 1;
    insertOwnership.run(hashText(ownership.owned), encodeOwnership(ownership));
    const country = /^([A-Z]{2}):/.exec(ownership.owned)?.[1];
    if (country !== undefined) countUp(countries, country);
  };
  return {
    add(records) {
      for (const record of records) {
        if ('company' in record) addCompany(record.company);
        else addOwnership(record.ownership);
      }
    },
    end() {
      if (block.length > 0) endBlock();
      index.endSegment();
      return { ...counts, countries: mostFrequent(countries, LIMITS.registerCountriesMax) };
    },
  };
}

/** Stores what companies are found by. */
function fillIndex(db: Db): { add(company: RegisterCompany, id: number): void; endSegment(): void } {
  const insertPage = db.prepare('INSERT INTO hashes (segment, first, page) VALUES (?, ?, ?)');
  const insertWord = db.prepare('INSERT INTO words (word, companies, posting) VALUES (?, ?, ?)');
  const insertFilter = db.prepare('INSERT INTO filters (segment, bytes) VALUES (?, ?)');
  const hashes = new HashCollector();
  const postings = new PostingCollector();
  let segment = 0;
  const endSegment = (): void => {
    for (const { first, bytes } of hashes.take()) insertPage.run(segment, first, bytes);
    insertFilter.run(segment, WordFilter.of(postings.words()).bytes);
    for (const { word, companies, bytes } of postings.take()) insertWord.run(word, companies, bytes);
    segment += 1;
  };
  return {
    add(company, id) {
      for (const key of company.keys) hashes.add(key, id);
      const words = new Set(addName(company.name));
      for (const { name } of company.otherNames) for (const word of addName(name)) words.add(word);
      for (const word of words) postings.add(word, id);
      if (Math.max(postings.size, hashes.size) >= LIMITS.registerSegmentWords) endSegment();

      function addName(name: string): string[] {
        const words = nameWords(name);
        if (words.length > 0) hashes.add(nameKey(words), id);
        return words;
      }
    },
    endSegment,
  };
}

/** Returns the key of a whole name, whether written as one word or several. */
export function nameKey(words: readonly string[]): string {
  return `NAME:${words.join('')}`;
}

function countUp(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function mostFrequent(counts: ReadonlyMap<string, number>, limit: number): string[] {
  const sorted = [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  return sorted.slice(0, limit).map(([key]) => key);
}
