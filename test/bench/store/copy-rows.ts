import type { Db } from '../../../server/db/open.ts';
import type { Vault } from '../../../server/vault/vault.ts';
import type { AuditAction } from '../../../server/vocabulary/audit-actions.ts';

type Value = string | number | Buffer | null;
type Row = Record<string, Value>;

/** One row of a template. Sealed columns are unsealed, and texts are cut where a clone has other values. */
export interface TemplateRow {
  table: string;
  columns: readonly string[];
  values: readonly (Value | Cut | Sealed)[];
}

/** A text into whose gaps a clone puts its own values: `parts[0] + clone[names[0]] + parts[1] ...` */
export interface Cut {
  parts: readonly string[];
  names: readonly string[];
}

/** A sealed value: the purpose of its seal, and its JSON. */
export interface Sealed {
  column: string;
  cut: Cut;
}

/** Everything that the databases hold of one record made by the product. */
export interface TemplateRecord {
  id: string;
  /** Ids and texts in it that a clone replaces, each once. */
  names: readonly string[];
  createdAtMs: number;
  rows: readonly TemplateRow[];
  audit: readonly { actor: string; action: AuditAction; details: Cut; at: number }[];
  files: readonly { documentId: string; bytes: Buffer }[];
}

/** The tables of a record, each before those that refer to it, and the condition that finds their rows. */
const TABLES: Record<string, string> = {
  verifications: 'id = @id',
  verification_reasons: 'verification_id = @id',
  documents: 'verification_id = @id ORDER BY position',
  file_marks: 'verification_id = @id',
  step_results: 'verification_id = @id',
  jobs: 'verification_id = @id',
  webhook_urls: 'verification_id = @id',
  alerts: 'verification_id = @id LIMIT 1',
  events: 'subject_id = @id ORDER BY seq',
  webhook_deliveries: 'event_seq IN (SELECT seq FROM events WHERE subject_id = @id) ORDER BY seq',
  webhook_attempts: `delivery_id IN (SELECT d.id FROM webhook_deliveries d JOIN events e ON e.seq = d.event_seq
    WHERE e.subject_id = @id) ORDER BY delivery_id, number`,
  reviews: 'verification_id = @id ORDER BY seq',
  notes: 'verification_id = @id ORDER BY seq',
  former_attempts: 'verification_id = @id',
  former_results: 'verification_id = @id',
};

/** The purpose of a column's seal, if it is not the column's own name. */
const SEALED_FOR: Record<string, (row: Row) => string> = {
  step_results: ({ step }) => `step_results.${step}`,
  former_results: ({ step }) => `step_results.${step}`,
  former_attempts: () => 'verifications.decision',
};

/** Ids that are different in each record. */
const OWN_ID = /\b(?:kyb_ver|ver|doc|evt|whd|per|rev|note|alt|hit)_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g;

/** Reads a record as a template. `texts`: texts in it that each clone replaces with its own. */
export async function readTemplate(
  { db, vault }: { db: Db; vault: Vault },
  id: string,
  texts: readonly string[],
): Promise<TemplateRecord> {
  const open = vault.opener(id);
  const names = new Set<string>();
  const cut = (text: string): Cut => {
    const found = cutText(text, texts);
    for (const name of found.names) names.add(name);
    return found;
  };
  const rows = Object.entries(TABLES).flatMap(([table, where]) =>
    (db.prepare(`SELECT * FROM ${table} WHERE ${where}`).all({ id }) as Row[]).map((row): TemplateRow => {
      const columns = Object.keys(row).filter((column) => column !== 'mac' && (column !== 'seq' || table === 'events'));
      const values = columns.map((column) => {
        const value = row[column] ?? null;
        if (typeof value === 'string') return cut(value);
        if (!column.startsWith('sealed_') || !Buffer.isBuffer(value)) return value;
        const sealedFor = SEALED_FOR[table]?.(row) ?? `${table}.${column.slice('sealed_'.length)}`;
        return { column: sealedFor, cut: cut(JSON.stringify(open(sealedFor, value))) };
      });
      return { table, columns, values };
    }),
  );
  const audit = db.prepare('SELECT actor, action, details, at FROM audit WHERE subject_id = ? ORDER BY seq').all(id);
  const documents = db.prepare('SELECT id FROM documents WHERE verification_id = ?').pluck().all(id) as string[];
  const { created_at: createdAtMs } = db.prepare('SELECT created_at FROM verifications WHERE id = ?').get(id) as {
    created_at: number;
  };
  return {
    id,
    createdAtMs,
    rows,
    audit: (audit as { actor: string; action: AuditAction; details: string; at: number }[]).map((entry) => ({
      ...entry,
      details: cut(entry.details),
    })),
    files: await Promise.all(
      documents.map(async (documentId) => ({ documentId, bytes: await vault.readFile(id, documentId) })),
    ),
    names: [...names],
  };
}

/** Cuts a text at every id of the record and at each of `texts`, also in capitals. */
export function cutText(text: string, texts: readonly string[]): Cut {
  const own = texts.flatMap((one) => [one, one.toUpperCase()]);
  const pattern = new RegExp([OWN_ID.source, ...own.map((one) => one.replace(/[^\w ]/g, '\\$&'))].join('|'), 'g');
  const parts: string[] = [];
  const names: string[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(from, match.index));
    names.push(match[0]);
    from = match.index + match[0].length;
  }
  return { parts: [...parts, text.slice(from)], names };
}

/** The text with a clone's value for each name. */
export function fillIn({ parts, names }: Cut, of: ReadonlyMap<string, string>): string {
  let text = parts[0] ?? '';
  for (const [at, name] of names.entries()) text += (of.get(name) ?? name) + (parts[at + 1] ?? '');
  return text;
}
