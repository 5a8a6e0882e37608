import type { Db } from '../../db/open.ts';
import { lookupForms } from '../match/identifier.ts';

/** An entry with a number: its entity's row, and its version. */
export interface NumberBearer {
  entity: number;
  versionId: string;
}

/** `country`: ISO 3166-1 alpha-2, of the number's issuer, if it is known. */
export type FindByNumber = (value: string, country?: string) => NumberBearer[];

/**
 * Returns the entries of these versions with a number, in any notation and of any kind. The versions are the searched ones, which for a while after
 * an import are not the active ones. The cross joins keep SQLite from reading all entries of the versions for one number.
 */
export function createNumberLookup(db: Db, versionIds: readonly string[]): FindByNumber {
  const ids = JSON.stringify(versionIds);
  const find = db.prepare<[string, string], NumberBearer>(`
    SELECT DISTINCT e.entity, v.id AS versionId
    FROM json_each(?) form
    CROSS JOIN watchlist_identifiers i ON i.value = form.value
    CROSS JOIN watchlist_entries e ON e.record = i.record
    CROSS JOIN watchlist_versions v ON v.seq = e.version
    WHERE v.id IN (SELECT value FROM json_each(?)) ORDER BY v.code, e.entity`);
  return (value, country) => {
    const forms = lookupForms(value, country);
    return forms.length === 0 ? [] : find.all(JSON.stringify(forms), ids);
  };
}
