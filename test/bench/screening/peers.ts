import Database from 'better-sqlite3';
import MiniSearch from 'minisearch';
import { makeNames } from './names.ts';
import type { NoisyQuery } from './queries.ts';
import { type Bench, HITS, type SectionResult } from './section.ts';
import { describe, type Spread, spreadOf } from './speed.ts';

/** The slow engines get fewer queries: the first of all, which are in random order. */
const [MINISEARCH_QUERIES, FTS5_QUERIES] = [200, 100];

interface Peer extends Spread {
  queries: number;
  build_seconds: number;
  /** How often the best ten contain the name that the query was made from. */
  own_name_found: number;
}

/** The same names and queries in MiniSearch (typos of a fifth of a word, prefixes) and in SQLite's trigram index. */
export function measurePeers(bench: Bench): SectionResult {
  const figures = { minisearch: measureMiniSearch(bench), sqlite_fts5_trigram: measureFts5(bench) };
  for (const [name, peer] of Object.entries(figures)) {
    bench.say(`  ${name}: ${describe(peer)} over ${peer.queries} queries; built in ${peer.build_seconds.toFixed(1)} s`);
  }
  return { figures, missed: [] };
}

function measureMiniSearch({ tables, options, queries }: Bench): Peer {
  const startMs = performance.now();
  const search = new MiniSearch<{ id: number; name: string }>({ fields: ['name'] });
  let id = 0;
  for (const { name } of makeNames(tables, options.names)) search.add({ id: id++, name });
  const buildSeconds = (performance.now() - startMs) / 1000;
  return ask(queries.slice(0, MINISEARCH_QUERIES), buildSeconds, ({ name }) =>
    search
      .search(name, { fuzzy: 0.2, prefix: true })
      .slice(0, HITS)
      .map((hit) => Number(hit.id)),
  );
}

function measureFts5({ tables, options, queries }: Bench): Peer {
  const startMs = performance.now();
  const db = new Database(':memory:');
  try {
    db.exec(`CREATE VIRTUAL TABLE names USING fts5(name, tokenize = 'trigram')`);
    const insert = db.prepare('INSERT INTO names (rowid, name) VALUES (?, ?)');
    db.transaction(() => {
      let place = 0;
      for (const { name } of makeNames(tables, options.names)) insert.run(place++, name);
    })();
    const buildSeconds = (performance.now() - startMs) / 1000;
    const select = db.prepare<[string], { rowid: number }>(
      `SELECT rowid FROM names WHERE names MATCH ? ORDER BY rank LIMIT ${HITS}`,
    );
    return ask(queries.slice(0, FTS5_QUERIES), buildSeconds, ({ name }) => {
      const terms = listTrigrams(name);
      return terms === '' ? [] : select.all(terms).map(({ rowid }) => rowid);
    });
  } finally {
    db.close();
  }
}

/** A match expression for any of the name's trigrams. */
function listTrigrams(name: string): string {
  const letters = [...name];
  const trigrams = letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''));
  return [...new Set(trigrams)].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' OR ');
}

function ask(queries: readonly NoisyQuery[], buildSeconds: number, search: (query: NoisyQuery) => number[]): Peer {
  let own = 0;
  const times = queries.map((query) => {
    const startMs = performance.now();
    const places = search(query);
    const ms = performance.now() - startMs;
    if (places.includes(query.place)) own += 1;
    return ms;
  });
  const found = own / Math.max(1, queries.length);
  return { queries: queries.length, build_seconds: buildSeconds, own_name_found: found, ...spreadOf(times) };
}
