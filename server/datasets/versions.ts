import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { AppError, itemError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { AuditAction } from '../vocabulary/audit-actions.ts';
import type { DatedVersion } from './age.ts';
import type { DatasetOptions } from './options.ts';

/** The fields of every imported version, of a watchlist, a register and a trust list. */
export interface DatasetVersion extends DatedVersion {
  /** `lst_...`, `reg_...`, `tru_...` */
  id: string;
  /** The same for every version of a list or register, such as `us_ofac_sdn` and `gb_companies_house`. */
  code: string;
  name: string;
  format: string;
  importerVersion: number;
  /** SHA-256 over the files and the options, hex. */
  contentHash: string;
  /** SHA-256 of each stored file, hex, sorted. Empty for a version that an older program imported. */
  fileHashes: string[];
  /** A key id, `cli`, `system` or `inbox`. null for a version that an older program imported. */
  importedBy: string | null;
  /** Whether it is the version that is searched. At most one version of each code is. */
  active: boolean;
}

/** Records who did what to which version. */
export interface DatasetAudit {
  append(entry: {
    actor: string;
    action: AuditAction;
    subjectId?: string;
    details?: Record<string, string | number | null>;
  }): void;
}

export interface DatasetDeps {
  db: Db;
  audit: DatasetAudit;
}

/** The tables of the versions of one kind, and their additional columns. */
interface DatasetTables {
  /** The word for one in sentences, and in the details of the audit log. */
  noun: 'list' | 'register';
  /** The prefix of the actions in the audit log. */
  actions: 'watchlist' | 'register' | 'trust_list';
  /** The table of lists or registers, by code. */
  datasets: string;
  versions: string;
  /** Their own columns, and the version's names for them. */
  columns: string;
  /** Which of these hold JSON. */
  json: readonly string[];
  /** The condition for versions that are visible. */
  ready: string;
  /** The message if there is no version with an id. */
  missing: string;
  /** Counts that must not shrink much in the next version. */
  counts: readonly string[];
}

/** Returns functions that read and change the versions of one kind. Call the writing ones inside a transaction. */
export function versionStore<V extends DatasetVersion>(tables: DatasetTables) {
  const { noun, actions, datasets, versions, ready } = tables;
  const select = `
    SELECT v.id, v.code, d.name, v.format, v.importer_version AS importerVersion, v.content_hash AS contentHash,
      v.file_hashes AS fileHashes, v.published_at AS publishedAt, v.imported_at AS importedAtMs, v.imported_by AS importedBy,
      ${tables.columns}, v.active, d.age_days_max AS ageDaysMax
    FROM ${versions} v JOIN ${datasets} d USING (code) WHERE ${ready}`;
  const json = ['fileHashes', ...tables.json];
  const versionOf = (row: Record<string, unknown>): V => {
    const parsed = json.map((name) => [name, JSON.parse(row[name] as string)]);
    return { ...row, ...Object.fromEntries(parsed), active: row['active'] === 1 } as V;
  };
  /** Returns the versions that meet a condition. */
  const read = (db: Db, condition: string, ...values: unknown[]): V[] =>
    (prepared(db, `${select} ${condition}`).all(...values) as Record<string, unknown>[]).map(versionOf);
  /** Returns the version of this code that is searched, or null. */
  const activeOf = (db: Db, code: string): V | null => read(db, 'AND v.active = 1 AND v.code = ?', code)[0] ?? null;
  /** Stops searching any version of this code. All of them stay. */
  const deactivate = (db: Db, code: string): void => {
    db.prepare(`UPDATE ${versions} SET active = 0 WHERE code = ? AND active = 1`).run(code);
  };
  /** Sets after how many days a version counts as stale, whichever is active. null: the appliance's limit. Throws `not_found`. */
  const setAgeLimit = (db: Db, code: string, ageDaysMax: number | null): void => {
    const { changes } = db.prepare(`UPDATE ${datasets} SET age_days_max = ? WHERE code = ?`).run(ageDaysMax, code);
    if (changes === 0)
      throw new AppError('not_found', `There is no ${noun} with this code. List the ${noun}s to see the codes.`);
  };
  return {
    read,
    /** Returns the versions that are searched, one per code and in code order. */
    active: (db: Db): V[] => read(db, 'AND v.active = 1 ORDER BY v.code'),
    activeOf,
    deactivate,
    setAgeLimit,
    /** Returns every kept version, newest first, or those of one code if it is given. */
    list: (db: Db, code: string | null = null): V[] =>
      read(db, 'AND (@code IS NULL OR v.code = @code) ORDER BY v.seq DESC', { code }),
    /** Returns one version. Throws `not_found`. */
    get(db: Db, id: string): V {
      const [version] = read(db, 'AND v.id = ?', id);
      if (!version) throw new AppError('not_found', tables.missing);
      return version;
    },
    /** Makes a version the one of its code that is searched, and records it in the audit log. */
    activate({ db, audit }: DatasetDeps, version: V, actor: string): void {
      const { id, code, contentHash } = version;
      deactivate(db, code);
      db.prepare(`UPDATE ${versions} SET active = 1 WHERE id = ?`).run(id);
      const [count = ''] = tables.counts;
      const details = { [noun]: code, content: contentHash, [count]: countOf(version, count) };
      audit.append({ actor, action: `${actions}.activated`, subjectId: id, details });
    },
    /** Stops searching any version of this code. Returns the one that was searched. Throws `not_found`. */
    remove({ db, audit }: DatasetDeps, code: string, actor: string): V {
      const before = activeOf(db, code);
      if (!before)
        throw new AppError('not_found', `No ${noun} with this code is active. List the ${noun}s to see the codes.`);
      deactivate(db, code);
      audit.append({ actor, action: `${actions}.removed`, subjectId: before.id, details: { [noun]: code } });
      return before;
    },
    /** Throws `not_found`. */
    limitAge({ db, audit }: DatasetDeps, code: string, days: number | null, actor: string): void {
      setAgeLimit(db, code, days);
      audit.append({ actor, action: `${actions}.age_limit_set`, details: { [noun]: code, days } });
    },
    /**
     * Throws `list_invalid` for two changes, unless the rules allow them. `list_older`: a version was published before the one in
     * force. `list_shrunk`: it lacks more than a tenth of its counts and more than `LIMITS.listEntriesGoneMin`.
     */
    checkSuccession(
      before: V,
      after: Pick<V, 'code' | 'publishedAt'> & Partial<V>,
      rules: Pick<DatasetOptions, 'acceptSmaller' | 'allowOlder'>,
    ): void {
      const { code, publishedAt } = after;
      if (
        !rules.allowOlder &&
        before.publishedAt !== null &&
        publishedAt !== null &&
        publishedAt < before.publishedAt
      ) {
        throw refusal(
          'list_older',
          `The active ${noun} ${code} was published on ${before.publishedAt}, and this one on ${publishedAt}. Import a newer version, or allow an older one (allow_older).`,
        );
      }
      for (const what of tables.counts) {
        const [had, has] = [countOf(before, what), countOf(after, what)];
        if (rules.acceptSmaller || !hasShrunk(had, has)) continue;
        throw refusal(
          'list_shrunk',
          `The active ${noun} ${code} has ${had} ${what}, and this one has ${has}: it may be cut off. Get it again, or accept the smaller version (accept_smaller).`,
        );
      }
    },
  };
}

function countOf(version: object, what: string): number {
  return Number((version as Record<string, unknown>)[what]);
}

function hasShrunk(before: number, after: number): boolean {
  return after < before * LIMITS.listShareMin && before - after > LIMITS.listEntriesGoneMin;
}

function refusal(code: string, message: string): AppError {
  return itemError('list_invalid', { code, message });
}
