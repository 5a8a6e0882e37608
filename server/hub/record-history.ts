import type { Entry } from '../parcel/entries.ts';
import type { Tx } from './db/transact.ts';
import type { HubDeps } from './deps.ts';
import { openRecordKey, unpackContent } from './record-keys.ts';

/** What a branch once reported of a record. */
export interface HistoryItem {
  lineNumber: number;
  seq: number;
  kind: string;
  /** Null: it was erased. */
  content: Entry['content'];
}

interface Row {
  number: number;
  line: string;
  seq: number;
  kind: string;
  content: Buffer | null;
  wrap: string | null;
  wrapped: Buffer | null;
}

/** Returns everything that a branch reported of a record, in its order. */
export async function readHistory(
  tx: Tx,
  { keys }: Pick<HubDeps, 'keys'>,
  branch: string,
  record: string,
): Promise<HistoryItem[]> {
  const { rows } = await tx.query<Row>(
    `SELECT l.number, e.line, e.seq, e.kind, e.content, k.wrap, k.wrapped
     FROM entries e JOIN lines l ON l.branch = e.branch AND l.line = e.line
     LEFT JOIN record_keys k ON k.branch = e.branch AND k.record = e.record
     WHERE e.branch = $1 AND e.record = $2 ORDER BY l.number, e.seq`,
    [branch, record],
  );
  const [{ wrap = null, wrapped = null } = {}] = rows;
  const wrapKey = wrap === null ? null : keys.wraps.find(branch, wrap);
  const key = wrapKey && wrapped && openRecordKey(wrapKey, { branch, record }, wrapped);
  return rows.map(({ number, line, seq, kind, content }) => ({
    lineNumber: number,
    seq,
    kind,
    content: key && content && unpackContent(content, key, { branch, line, seq }).content,
  }));
}
