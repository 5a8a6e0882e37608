import { join } from 'node:path';
import { type Db, openReadOnly } from '../../../server/db/open.ts';
import { isoTime } from '../../../server/lib/clock.ts';
import type { EntryClient } from '../../support/entry/entry-client.ts';
import { referenceOf } from './fill.ts';

/** Ids and words of a store that operations use. */
export interface Sample {
  middlePerson: string;
  /** One of the first records. */
  earlyPerson: string;
  middleCompany: string;
  /** A person's record that needs review, and the middle one of all that do. */
  waiting: string;
  middleWaiting: string;
  middleEvent: string;
  middleDelivery: string;
  middleAudit: number;
  endpoint: string;
  keyId: string;
  /** The name of a person in the middle. */
  name: string;
  wholeName: string;
  reference: string;
  reason: string;
  /** A period with about a hundred records, in either store. */
  day: { created_from: string; created_to: string };
}

/** The number of records in the requested period. */
const RECORDS_OF_DAY = 100;

/** Looks up these values in a store, beside its appliance. */
export async function takeSample(folder: string, count: number, client: EntryClient): Promise<Sample> {
  const db = openReadOnly(join(folder, 'data', 'custos.db'));
  try {
    const one = (sql: string, ...args: unknown[]): string =>
      String(
        db
          .prepare(sql)
          .pluck()
          .get(...args),
      );
    const middlePerson = middleOf(db, 'verifications', "kind = 'kyc' AND livemode = 1 AND erasure = 'none'");
    const { applicant } = await client.get<{ applicant: { first_name: string; last_name: string } }>(
      `/v1/verifications/${middlePerson}`,
    );
    const middle = Math.floor(count / 2);
    const timeAt = (offset: number): string =>
      isoTime(Number(one('SELECT created_at FROM verifications ORDER BY seq LIMIT 1 OFFSET ?', offset)));
    return {
      middlePerson,
      earlyPerson: one("SELECT id FROM verifications WHERE kind = 'kyc' ORDER BY seq LIMIT 1 OFFSET 30"),
      middleCompany: middleOf(db, 'verifications', "kind = 'kyb'"),
      waiting: one("SELECT id FROM verifications WHERE kind = 'kyc' AND status = 'needs_review' ORDER BY seq LIMIT 1"),
      middleWaiting: one(
        `SELECT id FROM verifications WHERE status = 'needs_review' ORDER BY review_since, seq
         LIMIT 1 OFFSET (SELECT count(*) / 2 FROM verifications WHERE status = 'needs_review')`,
      ),
      middleEvent: middleOf(db, 'events', 'livemode = 1'),
      middleDelivery: middleOf(db, 'webhook_deliveries', 'endpoint_id IS NOT NULL'),
      middleAudit: Number(one('SELECT max(seq) / 2 FROM audit')),
      endpoint: one('SELECT id FROM webhook_endpoints'),
      keyId: one('SELECT assignee FROM verifications WHERE assignee IS NOT NULL'),
      name: applicant.last_name,
      wholeName: `${applicant.first_name} ${applicant.last_name}`,
      reference: referenceOf(middle),
      reason: one('SELECT code FROM verification_reasons GROUP BY code ORDER BY count(*) LIMIT 1'),
      day: { created_from: timeAt(middle), created_to: timeAt(middle + RECORDS_OF_DAY) },
    };
  } finally {
    db.close();
  }
}

function middleOf(db: Db, table: string, where: string): string {
  const sql = `SELECT id FROM ${table} WHERE ${where} AND seq >= (SELECT max(seq) / 2 FROM ${table}) ORDER BY seq LIMIT 1`;
  return String(db.prepare(sql).pluck().get());
}
