import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import { thresholdRules } from '../../../server/checks/thresholds.ts';
import type { ColumnMap } from '../../../server/datasets/file.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { MIGRATIONS } from '../../../server/db/migrations/all.ts';
import { type Db, openDatabase } from '../../../server/db/open.ts';
import { systemClock } from '../../../server/lib/clock.ts';
import { AppError } from '../../../server/lib/errors.ts';
import { createIds } from '../../../server/lib/ids.ts';
import { openLists } from '../../../server/screening/lists.ts';
import { createWatchlistSearch, type WatchlistSearch } from '../../../server/screening/search.ts';

/** A sanctions list of the corpus: its files by name, the newest of each pattern. */
interface CorpusList {
  code: string;
  files: readonly RegExp[];
  columns?: ColumnMap;
}

const SCRAPED = { name: 'Name', aliases: 'Alias', nationalities: 'Nationality', programs: 'Sanction Type' };

const LISTS: readonly CorpusList[] = [
  { code: 'ofac_sdn', files: [/^sdn_\d.*\.csv/, /^alt_\d.*\.csv/, /^add_\d.*\.csv/, /^sdn_comments_.*\.csv/] },
  { code: 'ofac_cons', files: [/^cons_prim.*\.csv/, /^cons_alt.*\.csv/, /^cons_add.*\.csv/] },
  { code: 'un', files: [/^un_consolidated_.*\.xml/] },
  { code: 'eu', files: [/^eu_fsf_.*\.csv/], columns: SCRAPED },
  { code: 'uk', files: [/^uk_ofsi_.*\.csv/], columns: SCRAPED },
  { code: 'uk_fcdo', files: [/^FCDO_SL_.*\.ods/] },
  { code: 'canada', files: [/^sema_.*\.xml/] },
  { code: 'australia', files: [/^dfat_.*\.xlsx/] },
  { code: 'us_csl', files: [/^consolidated_.*\.csv/] },
];

export interface LoadedCorpusLists {
  db: Db;
  search: WatchlistSearch;
  /** Entries and names of each list, and why a list is missing. */
  lists: { code: string; entries: number; names: number }[];
  missing: { code: string; reason: string }[];
  [Symbol.dispose](): void;
}

/** Imports every sanctions list of the corpus with the real importer; null if the corpus has no folder of lists. */
export async function loadCorpusLists(corpus: string): Promise<LoadedCorpusLists | null> {
  const folder = join(corpus, 'lists');
  if (!existsSync(folder)) return null;
  const dir = mkdtempSync(join(tmpdir(), 'custos-eval-'));
  const db = openDatabase(join(dir, 'lists.db'));
  migrate(db, MIGRATIONS);
  const newId = createIds(systemClock);
  const importer = await openLists({
    db,
    clock: systemClock,
    newId,
    audit: { append() {} },
    packKeys: [],
    workDir: join(dir, 'unpacked'),
  });
  const lists: LoadedCorpusLists['lists'] = [];
  const missing: LoadedCorpusLists['missing'] = [];
  const names = readdirSync(folder).sort();
  for (const { code, files, columns } of LISTS) {
    const paths = files.flatMap((pattern) => names.findLast((name) => pattern.test(name)) ?? []);
    if (paths.length === 0) {
      missing.push({ code, reason: 'the corpus has no such file' });
      continue;
    }
    try {
      const options = { paths: paths.map((name) => join(folder, name)), code, ...(columns ? { columns } : {}) };
      const version = await importer.importList(options, 'eval');
      lists.push({ code, entries: version.entries, names: version.names });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      missing.push({ code, reason: String(error.details.detail) });
    }
  }
  const search = createWatchlistSearch({ db, newId, rules: thresholdRules(POLICY_V1) });
  await search.whenReady();
  return {
    db,
    search,
    lists,
    missing,
    [Symbol.dispose]() {
      db.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
