import { createSigner, makeSeed } from '../../../server/lib/signatures.ts';
import { makeEntry, NO_HEAD } from '../../../server/parcel/entries.ts';
import { newLineId } from '../../../server/parcel/fields.ts';
import { makeSealingPair, nameHubKeys, readSealingKey } from '../../../server/parcel/hub-keys.ts';

export const BRANCH = 'brn_01j0000000e00800000000000z';
export const TIME = '2026-11-28T14:30:00.000Z';

/** A hub with its keys, as tests need it. */
export async function makeHub() {
  const pair = await makeSealingPair();
  const signer = createSigner(makeSeed());
  const keys = nameHubKeys({ signing: signer.publicKey, sealing: pair.publicKey });
  const key = await readSealingKey(pair);
  return { signer, keys, keyOf: (id: string) => (id === keys.hub_key_id ? key : null) };
}

/** Entries of records that follow each other. */
export function makeEntries(count: number, first = 1) {
  return Array.from({ length: count }, (_, at) =>
    makeEntry({
      seq: first + at,
      kind: 'record',
      record: `ver_${at}`,
      content: {
        kind: 'kyc',
        state: 'approved',
        decision: 'approved',
        reasons: [],
        created_at: TIME,
        changed_at: TIME,
      },
    }),
  );
}

export const about = (line = newLineId(), prev_head = NO_HEAD) => ({
  branch: BRANCH,
  line,
  prev_head,
  level: 1,
  checkpoint: null,
  audit: { count: 3, head: 'ab'.repeat(32) },
  audit_at: null,
  branch_time: TIME,
  receipts_through: 0,
});
