import { readCheckpoints, showCheckpoints } from '../../audit/checkpoints.ts';
import { entriesOf, lastEntry, showEntry } from '../../audit/entries.ts';
import type { Db } from '../../db/open.ts';
import type { KeyStore } from '../../vault/key-store.ts';

const NOTE =
  'The entries of the audit log about this record. Each link is an HMAC-SHA-256 over the former link and the entry, under a key that never leaves the appliance, so that nobody else can follow the links: what vouches for this segment is the signature of the bundle. The appliance itself follows the whole log (custos audit verify). The head is how far the log had come when the bundle was made; a checkpoint is the same, signed at its time over the text in "signed" by the same key, with "custos audit checkpoint v1" and a line break before it.';

/** What the audit log says of a record, and how far the log has come. */
export function auditSegment({ db, keys }: { db: Db; keys: Pick<KeyStore, 'db'> }, subjectId: string) {
  const head = lastEntry(db);
  const checkpoints = showCheckpoints(readCheckpoints(keys.db), head?.seq ?? 0);
  return {
    note: NOTE,
    subject_id: subjectId,
    head: head && { count: head.seq, link: head.link.toString('hex') },
    checkpoint: checkpoints.at(-1) ?? null,
    entries: entriesOf(db, subjectId).map(showEntry),
  };
}
