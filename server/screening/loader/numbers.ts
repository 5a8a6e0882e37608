import type { Db } from '../../db/open.ts';
import { lookupForms } from '../match/identifier.ts';

/** An entry that bears a number: its entity's row, and the version it stands in. */
export interface NumberBearer {
  entity: number;
  versionId: string;
}

/** `country`: ISO 3166-1 alpha-2, of the number's issuer, where it is known. */
export type FindByNumber = (value: string, country?: string) => NumberBearer[];

/**
 * The entries of these versions that bear a number, in any writing and of any kind. The versions are those that are
 * searched, which for a while after an import are not the active ones. The cross joins keep SQLite from reading all the
 * entries of the versions for one number.
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
