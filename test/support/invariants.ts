import { expect } from 'vitest';
import { verifyAudit } from '../../server/audit/log.ts';
import { contentOf, filesOf } from '../../server/capture/store.ts';
import { countsOf } from '../../server/db/counts.ts';
import { findRefused } from '../../server/rows/guard.ts';
import type { VerificationDeps } from '../../server/verifications/deps.ts';
import type { Submission } from '../../server/verifications/types.ts';

/** The allowed order of a record's events, for each state. Events that a quarantine undid come before. */
const WENT: Record<string, RegExp> = {
  pending: /^created$/,
  processing: /^created processing( needs_review processing)*$/,
  completed: /^created processing( needs_review processing)*( needs_review)? completed$/,
  failed: /^created processing( needs_review processing)*( needs_review)? failed$/,
  needs_review: /^created processing( needs_review processing)* needs_review$/,
};

interface Row {
  id: string;
  kind: 'kyc' | 'kyb';
  status: string;
  decided: number;
}

/**
 * What must hold whenever no work is in progress:
 * - each record has its job, its events in order, its files and its key, and a decision exactly when it has ended;
 * - no file and no key exists without a record, or for an erased one, and no file exists without its row;
 * - nothing that ended waits for anything, and no job runs past its lease;
 * - the audit log is intact, and the stored counts match the rows.
 */
export async function assertInvariants(deps: VerificationDeps): Promise<void> {
  const rows = deps.db
    .prepare(
      "SELECT id, kind, status, sealed_decision IS NOT NULL AS decided FROM verifications WHERE erasure = 'none'",
    )
    .all() as Row[];
  const owners = new Set(await deps.vault.fileOwners());
  for (const row of rows) {
    assertState(deps, row);
    await assertFiles(deps, row.id, owners);
  }
  const sessions = await assertSessions(deps, owners);
  const ids = [...rows.map((row) => row.id), ...sessions].sort();
  expect([...owners].filter((owner) => !ids.includes(owner))).toEqual([]);
  expect(deps.keys.dataKeyIds().sort()).toEqual(ids);
  assertErased(deps);
  const late = deps.db.prepare("SELECT count(*) FROM jobs WHERE state = 'running' AND lease_until < ?").pluck();
  expect(late.get(deps.clock.now())).toBe(0);
  expect(verifyAudit(deps)).toMatchObject({ ok: true });
  assertCounts(deps);
  for await (const refused of findRefused(deps.db)) expect(refused, 'changed from outside').toBeNull();
}

/** The allowed order of a capture session's events. */
const CAPTURED = /^created( claimed( consented( capturing)?)?)?( submitted( done)?)?( canceled| expired)?$/;

/** Each open capture session has its key and the files that it names, and no ended one has either. Returns the ids of the open ones. */
async function assertSessions(deps: VerificationDeps, owners: ReadonlySet<string>): Promise<string[]> {
  const { db, vault } = deps;
  const rows = db.prepare('SELECT id, state, verification_id AS record, ended_at FROM capture_sessions').all() as {
    id: string;
    state: string;
    record: string | null;
    ended_at: number | null;
  }[];
  for (const { id, state, record, ended_at } of rows) {
    const events = db.prepare('SELECT kind FROM events WHERE subject_id = ? ORDER BY seq').pluck().all(id) as string[];
    const went = events.map((kind) => kind.replace('capture_session.', '')).join(' ');
    expect(went, `events of ${id}`).toMatch(CAPTURED);
    expect(went.endsWith(state), `${id} is ${state} after ${went}`).toBe(true);
    if (state === 'done') expect(record, `the record of ${id}`).not.toBeNull();
    if (ended_at === null) await assertNamedFiles(deps, id, owners);
  }
  const open = rows.filter(({ ended_at }) => ended_at === null).map(({ id }) => id);
  // A record from a session comes with the end of the session, in one commit.
  const records = db
    .prepare("SELECT id, sealed_submission AS sealed FROM verifications WHERE kind = 'kyc' AND erasure = 'none'")
    .all() as { id: string; sealed: Buffer }[];
  // Without sessions no record is opened: a test may have damaged it.
  for (const { id, sealed } of rows.length === 0 ? [] : records) {
    const { capture } = vault.openJson<Submission>(id, 'verifications.submission', sealed);
    if (capture)
      expect(
        rows.find((row) => row.id === capture.sessionId),
        `the session of ${id}`,
      ).toMatchObject({ state: 'done', record: id });
  }
  return open;
}

async function assertNamedFiles(deps: VerificationDeps, id: string, owners: ReadonlySet<string>): Promise<void> {
  const named = filesOf(contentOf(deps, id));
  expect(owners.has(id) ? (await deps.vault.filesOf(id)).sort() : [], `files of ${id}`).toEqual(named.sort());
  for (const file of named) expect((await deps.vault.readFile(id, file)).length).toBeGreaterThan(0);
}

/** The running counts equal a fresh count. */
function assertCounts({ db }: VerificationDeps): void {
  const anew = (part: string, from: string) =>
    db.prepare(`SELECT ${part} AS part, count(*) AS n FROM ${from} GROUP BY 1 ORDER BY 1`).all();
  const ofRecords = "kind || ' ' || livemode || ' ' || status";
  expect(countsOf(db, 'verifications')).toEqual(anew(ofRecords, "verifications WHERE erasure = 'none'"));
  expect(countsOf(db, 'jobs')).toEqual(anew('state', 'jobs'));
  expect(countsOf(db, 'capture_sessions')).toEqual(anew("livemode || ' ' || state", 'capture_sessions'));
  expect(countsOf(db, 'webhook_deliveries')).toEqual(anew('state', 'webhook_deliveries'));
}

/** An erased record leaves only the fact of its erasure, and no erasure is unfinished. */
function assertErased({ db, keys }: VerificationDeps): void {
  const erased = db.prepare("SELECT id, erasure FROM verifications WHERE erasure <> 'none'").all() as {
    id: string;
    erasure: string;
  }[];
  for (const { id, erasure } of erased) {
    expect(erasure, id).toBe('erased');
    expect(keys.keysDestroyed(id), id).not.toBeNull();
    const certificate = db.prepare('SELECT certificate FROM erasures WHERE verification_id = ?').pluck().get(id);
    expect(certificate, id).toContain(id);
    for (const table of ['documents', 'step_results', 'jobs', 'alerts', 'hit_decisions', 'face_marks', 'file_marks']) {
      expect(db.prepare(`SELECT 1 FROM ${table} WHERE verification_id = ?`).all(id), `${table} of ${id}`).toEqual([]);
    }
  }
}

function assertState({ db }: VerificationDeps, { id, kind, status, decided }: Row): void {
  const prefix = kind === 'kyc' ? 'verification.' : 'kyb.verification.';
  const events = db.prepare('SELECT kind FROM events WHERE subject_id = ? ORDER BY seq').pluck().all(id) as string[];
  const strange = events.filter((event) => !event.startsWith(prefix) && !event.startsWith('watchlist.'));
  expect(strange, `events of ${id}`).toEqual([]);
  const entered = events.filter((event) => event.startsWith(prefix)).map((event) => event.slice(prefix.length));
  // An event that was changed from outside no longer counts.
  if (wasQuarantined(db, id, 'events')) return;
  for (const [at, name] of entered.entries())
    if (name === 'overdue') expect(entered[at - 1], `events of ${id}: once for each wait`).toBe('needs_review');
  const states = entered.filter((name) => name !== 'overdue');
  const went = wasQuarantined(db, id) ? states.join(' ').replaceAll(UNDONE, '').split(' ') : states;
  expect(went.join(' '), `events of ${id}`).toMatch(WENT[status] ?? 'no such state');
  assertReview({ db }, { id, status }, went);
  const job = String(db.prepare('SELECT state FROM jobs WHERE verification_id = ?').pluck().get(id));
  const ended = status !== 'pending' && status !== 'processing';
  // A company's files may arrive after its end, and wait to be read.
  const mayWait = !ended || (kind === 'kyb' && status !== 'needs_review');
  if (!mayWait || !['queued', 'running'].includes(job)) {
    expect(['done', 'dead'].includes(job), `the job of ${id} is ${job} and its record ${status}`).toBe(ended);
  }
  expect(decided, `${id} is ${status}`).toBe(Number(ended));
}

const wasQuarantined = (db: VerificationDeps['db'], id: string, table = ''): boolean =>
  db
    .prepare("SELECT 1 FROM audit WHERE action = 'row.quarantined' AND subject_id = ? AND instr(details, ?) > 0")
    .get(id, table) !== undefined;

/** A quarantine sends a record back to review, whatever its state was. */
const UNDONE = /(?: needs_review| completed| failed)+(?= needs_review)/g;

/** A record leaves `needs_review` for its end only by a person's decision. Each re-opening preserves the former attempt. */
function assertReview(
  { db }: Pick<VerificationDeps, 'db'>,
  { id, status }: Pick<Row, 'id' | 'status'>,
  went: string[],
): void {
  const decided = db.prepare(
    "SELECT decision FROM reviews WHERE verification_id = ? AND state = 'decided' AND confirms IS NULL",
  );
  const byPerson = ['completed', 'failed'].includes(status) && went.at(-2) === 'needs_review';
  const expected = byPerson ? [status === 'completed' ? 'approve' : 'reject'] : [];
  expect(decided.pluck().all(id), `reviews of ${id}, ${status}`).toEqual(expected);
  const attempts = db.prepare('SELECT count(*) FROM former_attempts WHERE verification_id = ?').pluck().get(id);
  expect(attempts, `former attempts of ${id}`).toBe(
    went.filter((state) => state === 'processing').length - 1 + Number(status === 'pending'),
  );
  const open = db.prepare("SELECT count(*) FROM reviews WHERE verification_id = ? AND state = 'proposed'").pluck();
  if (status !== 'needs_review') expect(open.get(id), `proposals for ${id}`).toBe(0);
}

async function assertFiles({ db, vault }: VerificationDeps, id: string, owners: ReadonlySet<string>): Promise<void> {
  const documents = db.prepare('SELECT id FROM documents WHERE verification_id = ?').pluck().all(id) as string[];
  expect(owners.has(id) ? (await vault.filesOf(id)).sort() : [], `files of ${id}`).toEqual(documents.sort());
  for (const document of documents) expect((await vault.readFile(id, document)).length).toBeGreaterThan(0);
}
