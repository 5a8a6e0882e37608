import { prepared } from '../db/prepared.ts';
import { genuine, isGenuine } from '../rows/guard.ts';
import type { VerificationDeps } from './deps.ts';
import type { Erasure } from './erased.ts';
import type { PersonLink, VerificationStatus } from './types.ts';

type RecordRow = { status: VerificationStatus; erasure: Erasure };

type Deps = Pick<VerificationDeps, 'db' | 'clock'>;

/** Returns the KYC verifications of a company's people, with the current state of each. */
export function linksOf({ db }: Pick<Deps, 'db'>, kybId: string): PersonLink[] {
  const links = prepared(db, 'SELECT * FROM person_verifications WHERE kyb_id = ? ORDER BY person_id').all(kybId);
  const record = prepared(db, 'SELECT * FROM verifications WHERE id = ?');
  return (links as { person_id: string; verification_id: string }[]).map((found) => {
    const { person_id: personId, verification_id: verificationId } = genuine(db, 'person_verifications', found);
    const { status, erasure } = genuine(db, 'verifications', record.get(verificationId) as RecordRow);
    return { personId, verificationId, status: erasure === 'none' ? status : 'erased' };
  });
}

/**
 * Links a person and replaces a former link.
 * @param link `holds`: the company's verification waits for the end of this one
 */
export function putLink(
  { db, clock }: Deps,
  link: { kybId: string; personId: string; verificationId: string; actor: string; holds: boolean },
): void {
  db.prepare(
    `INSERT INTO person_verifications (kyb_id, person_id, verification_id, holds, linked_at, linked_by)
     VALUES (@kybId, @personId, @verificationId, @holds, @now, @actor)
     ON CONFLICT (kyb_id, person_id) DO UPDATE SET verification_id = excluded.verification_id, holds = excluded.holds,
       linked_at = excluded.linked_at, linked_by = excluded.linked_by`,
  ).run({ ...link, holds: Number(link.holds), now: clock.now() });
}

/** Marks exactly those people whose verifications the company's verification waits for. */
export function setHolds({ db }: Pick<Deps, 'db'>, kybId: string, personIds: readonly string[]): void {
  db.prepare('UPDATE person_verifications SET holds = 0 WHERE kyb_id = ? AND holds = 1').run(kybId);
  const hold = db.prepare('UPDATE person_verifications SET holds = 1 WHERE kyb_id = ? AND person_id = ?');
  for (const personId of personIds) hold.run(kybId, personId);
}

/** Returns companies' verifications that wait for the end of this one. */
export function waitingFor({ db }: Pick<Deps, 'db'>, verificationId: string): string[] {
  const companies = prepared(
    db,
    `SELECT DISTINCT k.* FROM person_verifications p JOIN verifications k ON k.id = p.kyb_id
     WHERE p.verification_id = ? AND p.holds = 1 AND k.status = 'needs_review' ORDER BY p.kyb_id`,
  ).all(verificationId) as { id: string }[];
  // A refused row does not block a person.
  return companies.filter((row) => isGenuine(db, 'verifications', row)).map(({ id }) => id);
}
