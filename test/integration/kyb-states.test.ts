import { describe, expect, it, vi } from 'vitest';
import { EngineError } from '../../models/ports.ts';
import type { KybResults } from '../../server/checks/kyb/types.ts';
import { transact } from '../../server/db/transact.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { readStep } from '../../server/pipeline/kyb/read.ts';
import type { KybStep } from '../../server/pipeline/kyb/step.ts';
import { riskStep } from '../../server/pipeline/kyb.ts';
import { linkPerson } from '../../server/verifications/person-links.ts';
import { getKybVerification, listKybVerifications } from '../../server/verifications/store.ts';
import type { KybVerification } from '../../server/verifications/types.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { lenientPolicy, readCompany, statesOf, submitCompany, uploadFor } from '../support/kyb.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { read, submit, verify } from './drive.ts';

const SIMULATED = { metadata: { simulate: 'failed' } };
const clean = { files: cardAndSelfie(), applicant: ANNA };

/** A company needs review if none of its people are verified. */
const PEOPLE_WANTED = lenientPolicy({ person_not_verified: 'review' });
/** A company waits for the verifications of its people. */
const PEOPLE_AWAITED = lenientPolicy({
  person_verification_pending: 'review',
  person_verification_failed: 'review',
  processing_failed: 'fail',
});

/** Creates a company, waits for the end of its verification, and returns its id. */
async function verifyCompany(server: TestServer, ...more: [Partial<KybVerification['submission']>?, boolean?]) {
  const id = await submitCompany(server, ...more);
  await server.settle();
  return id;
}

/** The same, with a file present from the start. */
async function verifyCompanyWithFile(server: TestServer): Promise<string> {
  const id = await submitCompany(server);
  await uploadFor(server, id, [{ name: 'register.pdf' }]);
  server.appliance.runner.start();
  await server.settle();
  return id;
}

/** Engines that search for a face only after `release`. */
function heldFaces() {
  const gate = Promise.withResolvers<void>();
  const engines = fakeEngines({ before: (call) => (call === 'face' ? gate.promise : undefined) });
  return { engines, release: gate.resolve };
}

/** Runs `work` during the next run of a step, before the step returns its result. */
function during<N extends keyof KybResults>(step: KybStep<N>, work: () => Promise<void>): Disposable {
  const run = step.run.bind(step);
  const spy = vi.spyOn(step, 'run').mockImplementationOnce(async (context) => {
    const result = await run(context);
    await work();
    return result;
  });
  return { [Symbol.dispose]: () => spy.mockRestore() };
}

const readIds = ({ results }: KybVerification) => results.read?.documents.map(({ document_id }) => document_id);
const judgedIds = ({ results }: KybVerification) => results.documents?.documents.map(({ document_id }) => document_id);
const idsOf = ({ documents }: KybVerification) => documents.map(({ id }) => id);
const jobOf = ({ appliance }: TestServer, id: string) =>
  appliance.db.prepare('SELECT state, attempts, problem FROM jobs WHERE verification_id = ?').get(id);

describe('a company', () => {
  it('goes from its create to its end, with one result of each step', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const id = await verifyCompany(server);
    const record = readCompany(server, id);
    expect(record).toMatchObject({ status: 'completed', decision: { outcome: 'completed', reasons: [] }, step: null });
    expect(statesOf(server, id)).toEqual(['created', 'processing', 'completed']);
    const { text } = await server.appliance.metrics.read();
    expect(text).toMatch(/^custos_verifications\{kind="kyb",status="completed"\} 1$/m);
    const steps = ['documents', 'ownership', 'persons', 'read', 'registry', 'risk', 'screening'];
    expect(Object.keys(record.results).sort()).toEqual(steps);
  });

  it('is simulated in test mode, and only there', async () => {
    await using server = await startTestServer({ policy: lenientPolicy({ simulated_failed: 'fail' }) });
    const test = await verifyCompany(server, SIMULATED, false);
    const live = await verifyCompany(server, SIMULATED, true);
    expect(readCompany(server, test, false)).toMatchObject({ status: 'failed', results: {} });
    expect(readCompany(server, live)).toMatchObject({ status: 'completed' });
    await uploadFor(server, test, [{}], false);
    await server.settle();
    const after = readCompany(server, test, false);
    expect(after).toMatchObject({ status: 'failed', results: {}, documents: [{ position: 0 }] });
    expect(jobOf(server, test)).toMatchObject({ state: 'done' });
  });

  it('of one mode is not there in the other', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const { appliance } = server;
    const live = await verifyCompany(server);
    const kyc = await submit(server, clean);
    await server.settle();
    expect(getKybVerification(appliance, live, false)).toBeNull();
    expect(getKybVerification(appliance, kyc, true)).toBeNull();
    expect(listKybVerifications(appliance, { livemode: false, limit: 10 }).data).toEqual([]);
    expect(listKybVerifications(appliance, { livemode: true, limit: 10 }).data.map(({ id }) => id)).toEqual([live]);
    for (const startingAfter of [live, kyc]) {
      const livemode = startingAfter === kyc;
      expect(() => listKybVerifications(appliance, { livemode, limit: 10, startingAfter })).toThrow(
        expect.objectContaining({ code: 'invalid_cursor' }),
      );
    }
    await expect(uploadFor(server, live, [{}], false)).rejects.toMatchObject({ code: 'not_found' });
    const test = await verifyCompany(server, {}, false);
    const [person] = readCompany(server, test, false).submission.representatives;
    const link = { kybId: test, personId: person?.id ?? '', verificationId: kyc, actor: 'key_test' };
    for (const livemode of [true, false]) {
      expect(() => transact(appliance.db, () => linkPerson(appliance, { ...link, livemode }))).toThrow(
        expect.objectContaining({ code: 'not_found' }),
      );
    }
  });

  it('that the appliance cannot process goes to a person, and is tried again when a file arrives', async () => {
    await using server = await startTestServer({ policy: lenientPolicy({ engine_unavailable: 'review' }) });
    const run = vi.spyOn(riskStep, 'run').mockRejectedValueOnce(new EngineError('unavailable', 'not loaded'));
    const id = await verifyCompany(server);
    run.mockRestore();
    expect(readCompany(server, id)).toMatchObject({ status: 'needs_review' });
    expect(jobOf(server, id)).toEqual({ state: 'dead', attempts: 1, problem: 'engine_unavailable' });
    await uploadFor(server, id, [{}]);
    expect(jobOf(server, id)).toMatchObject({ problem: null });
    await server.settle();
    expect(readCompany(server, id)).toMatchObject({ status: 'completed' });
    expect(jobOf(server, id)).toEqual({ state: 'done', attempts: 1, problem: null });
  });
});

describe('a file', () => {
  it('opens a record that waits for a person again, and is read beside those that were', async () => {
    await using server = await startTestServer({ policy: PEOPLE_WANTED, start: false });
    const id = await verifyCompanyWithFile(server);
    const before = readCompany(server, id);
    expect(before.status).toBe('needs_review');
    await server.appliance.runner.stop(0);
    await uploadFor(server, id, [{ type: 'proof_of_address' }]);
    const opened = readCompany(server, id);
    expect(opened).toMatchObject({ status: 'processing', decision: null, step: 'read' });
    expect(Object.keys(opened.results).sort()).toEqual(['ownership', 'read', 'registry', 'screening']);
    const audited = server.appliance.db.prepare('SELECT action FROM audit WHERE subject_id = ? ORDER BY seq').pluck();
    expect(audited.all(id).slice(-2)).toEqual(['kyb.documents.added', 'kyb.verification.reopened']);
    expect(jobOf(server, id)).toEqual({ state: 'queued', attempts: 0, problem: null });
  });

  it('that opened a record again is judged before it ends again', async () => {
    await using server = await startTestServer({ policy: PEOPLE_WANTED, start: false });
    const id = await verifyCompanyWithFile(server);
    await uploadFor(server, id, [{ type: 'proof_of_address' }]);
    await server.settle();
    const after = readCompany(server, id);
    expect(after.documents.map(({ descriptor }) => descriptor)).toEqual([0, 1]);
    expect(readIds(after)).toEqual(idsOf(after));
    expect(judgedIds(after)).toEqual(idsOf(after));
    expect(statesOf(server, id)).toEqual(['created', 'processing', 'needs_review', 'processing', 'needs_review']);
  });

  it('after the end is read, and changes neither state nor decision nor what that was made of', async () => {
    await using server = await startTestServer({ policy: lenientPolicy(), start: false });
    const id = await verifyCompanyWithFile(server);
    const before = readCompany(server, id);
    expect(before.status).toBe('completed');
    for (const [round, type] of (['proof_of_address', 'license'] as const).entries()) {
      await uploadFor(server, id, [{ type }]);
      await server.settle();
      const after = readCompany(server, id);
      expect(after).toMatchObject({ status: 'completed', decision: before.decision });
      const { read: _read, late_documents: late, ...kept } = after.results;
      const { read: _before, ...decided } = before.results;
      expect(kept).toEqual(decided);
      expect(late?.documents.map(({ document_id }) => document_id)).toEqual(idsOf(after).slice(1));
      expect(after.documents).toHaveLength(2 + round);
      expect(readIds(after)).toEqual(idsOf(after));
    }
    expect(statesOf(server, id)).toEqual(['created', 'processing', 'completed']);
  });

  it('after the end leaves the record at no step while it is looked at', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const id = await verifyCompany(server);
    const seen: unknown[] = [];
    const watched = server.appliance.progress.subscribe(id, ({ step }) => {
      seen.push([step, readCompany(server, id).step, readCompany(server, id).status]);
    });
    await uploadFor(server, id, [{}]);
    await server.settle();
    watched();
    expect(seen).toEqual([
      ['read', null, 'completed'],
      ['late_documents', null, 'completed'],
      [null, null, 'completed'],
    ]);
  });

  it('after the end that cannot be read ends its job and not the record, and the next one is read', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const id = await verifyCompany(server);
    const reading = vi.spyOn(readStep, 'run').mockRejectedValueOnce(new EngineError('bad_input', 'damaged'));
    await uploadFor(server, id, [{}]);
    await server.settle();
    reading.mockRestore();
    expect(jobOf(server, id)).toEqual({ state: 'dead', attempts: 1, problem: 'engine_bad_input' });
    expect(statesOf(server, id)).toEqual(['created', 'processing', 'completed']);
    await uploadFor(server, id, [{}]);
    await server.settle();
    expect(readCompany(server, id).results.late_documents?.documents).toHaveLength(2);
  });

  it.each([
    ['processing', lenientPolicy(), 'documents'],
    ['late', lenientPolicy(), 'late_documents'],
  ] as const)('that comes while others are %s is read before the job ends', async (when, policy, result) => {
    await using server = await startTestServer({ policy });
    const id = await submitCompany(server);
    if (when === 'late') await server.settle();
    // After the last step that reads files, as late as a file can arrive.
    using _held = during<'read' | 'risk'>(when === 'late' ? readStep : riskStep, () => uploadFor(server, id, [{}]));
    if (when === 'late') await uploadFor(server, id, [{}]);
    await server.settle();
    const after = readCompany(server, id);
    expect(after.status).toBe('completed');
    expect(after.documents).toHaveLength(when === 'late' ? 2 : 1);
    expect(readIds(after)).toEqual(idsOf(after));
    expect(after.results[result]?.documents.map(({ document_id }) => document_id)).toEqual(idsOf(after));
    expect(statesOf(server, id)).toEqual(['created', 'processing', 'completed']);
  });

  it('answers a descriptor by its name, else by its type, else none', async () => {
    await using server = await startTestServer({ policy: lenientPolicy(), start: false });
    const id = await submitCompany(server, {
      documents: [
        { type: 'license', name: 'a.pdf' },
        { type: 'license' },
        { type: 'tax_certificate', name: 'same.pdf' },
        { type: 'other', name: 'same.pdf' },
      ],
    });
    await uploadFor(server, id, [
      { name: 'a.pdf' },
      { type: 'license', name: 'b.pdf' },
      { type: 'license', name: 'c.pdf' },
      { name: 'same.pdf', type: 'other' },
      { name: 'same.pdf' },
      { name: 'unknown.pdf' },
      { type: 'ubo_declaration' },
    ]);
    const placed = readCompany(server, id).documents.map(({ type, descriptor }) => [type, descriptor]);
    expect(placed).toEqual([
      ['license', 0],
      ['license', 1],
      ['license', 1],
      ['other', 3],
      ['tax_certificate', 2],
      ['other', null],
      ['ubo_declaration', null],
    ]);
  });

  it('is refused whole, and nothing of it is kept, where there are too many, the queue or the disk is full', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const { appliance } = server;
    const id = await verifyCompany(server);
    const files = Array.from({ length: LIMITS.companyDocumentsMax + 1 }, () => ({}));
    await expect(uploadFor(server, id, files)).rejects.toMatchObject({ code: 'too_many_documents' });
    appliance.diskFreeBytes = () => 0;
    await expect(uploadFor(server, id, [{}])).rejects.toMatchObject({ code: 'disk_full' });
    appliance.diskFreeBytes = () => Number.POSITIVE_INFINITY;
    appliance.queueLengthMax = 0;
    await expect(uploadFor(server, id, [{}])).rejects.toMatchObject({ code: 'queue_full' });
    expect(readCompany(server, id).documents).toEqual([]);
  });
});

describe('the verification of a person', () => {
  const personOf = (record: KybVerification, at = 0) => record.submission.representatives[at]?.id ?? '';
  const link = (server: TestServer, kybId: string, verificationId: string) =>
    transact(server.appliance.db, () =>
      linkPerson(server.appliance, {
        kybId,
        verificationId,
        personId: personOf(readCompany(server, kybId)),
        livemode: true,
        actor: 'key_test',
      }),
    );

  it('wakes the company that waits for it when it ends', async () => {
    const { engines, release } = heldFaces();
    await using server = await startTestServer({ policy: PEOPLE_AWAITED, engines, config: { concurrency: 2 } });
    const person = await submit(server, clean);
    const id = await submitCompany(server);
    expect(link(server, id, person).links).toMatchObject([{ verificationId: person }]);
    await expect.poll(() => readCompany(server, id).status).toBe('needs_review');
    const reasons = readCompany(server, id).decision?.reasons;
    expect(reasons).toMatchObject([
      { check: 'persons', code: 'person_verification_pending', field: 'representatives[0]' },
    ]);
    release();
    await server.settle();
    expect((await read(server, person)).status).toBe('completed');
    const after = readCompany(server, id);
    expect(after.status).toBe('completed');
    expect(after.results.persons?.persons[0]).toMatchObject({ verification_id: person, status: 'completed' });
    expect(statesOf(server, id)).toEqual(['created', 'processing', 'needs_review', 'processing', 'completed']);
  });

  it('that nothing waits for changes no state', async () => {
    await using server = await startTestServer({ policy: PEOPLE_WANTED });
    const id = await verifyCompany(server, { representatives: [] });
    expect(statesOf(server, id).at(-1)).toBe('needs_review');
    await verify(server, clean);
    expect(statesOf(server, id)).toHaveLength(3);
  });

  it('that has ended answers the reason at once when it is linked', async () => {
    await using server = await startTestServer({ policy: PEOPLE_WANTED });
    const id = await verifyCompany(server, { ubos: [] });
    expect(readCompany(server, id).status).toBe('needs_review');
    const { id: person } = await verify(server, clean);
    expect(link(server, id, person).status).toBe('processing');
    await server.settle();
    expect(readCompany(server, id)).toMatchObject({ status: 'completed', links: [{ status: 'completed' }] });
    // A repetition of the same link changes nothing.
    expect(link(server, id, person).status).toBe('completed');
    expect(statesOf(server, id)).toEqual(['created', 'processing', 'needs_review', 'processing', 'completed']);
  });

  it('can take the place of one that failed, and of no other; the company goes on when it has ended', async () => {
    const { engines, release } = heldFaces();
    const config = { concurrency: 2 };
    await using server = await startTestServer({ policy: PEOPLE_AWAITED, engines, config, start: false });
    const damaged = cardAndSelfie({ card: { textFailure: 'crashed' } });
    const failed = await submit(server, { files: damaged, applicant: ANNA });
    // This leaves only its last attempt, so the test does not wait for the earlier ones.
    server.appliance.db.prepare('UPDATE jobs SET attempts = 2 WHERE verification_id = ?').run(failed);
    server.appliance.runner.start();
    await server.settle();
    expect((await read(server, failed)).status).toBe('failed');
    const id = await submitCompany(server, { ubos: [] });
    link(server, id, failed);
    await server.settle();
    expect(readCompany(server, id).decision?.reasons).toMatchObject([{ code: 'person_verification_failed' }]);

    const next = await submit(server, clean);
    expect(link(server, id, next)).toMatchObject({ status: 'needs_review', links: [{ verificationId: next }] });
    release();
    await server.settle();
    expect(readCompany(server, id)).toMatchObject({ status: 'completed', links: [{ verificationId: next }] });
    expect(() => link(server, id, failed)).toThrow(expect.objectContaining({ code: 'state_conflict' }));
  });

  it('is linked with a person of the company only', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const { appliance } = server;
    const holding = { id: appliance.newId('per'), legal_name: 'Holding AG', ownership_percent: 100 };
    const kybId = await verifyCompany(server, { ubos: [holding] });
    const { id: verificationId } = await verify(server, clean);
    const found = { verificationId, livemode: true, actor: 'key_test' };
    const personId = personOf(readCompany(server, kybId));
    for (const wrong of [
      { kybId, personId: holding.id },
      { kybId, personId: appliance.newId('per') },
      { kybId: appliance.newId('kyb_ver'), personId },
      { kybId, personId, verificationId: kybId },
    ]) {
      expect(() => transact(appliance.db, () => linkPerson(appliance, { ...found, ...wrong }))).toThrow(
        expect.objectContaining({ code: 'not_found' }),
      );
    }
    expect(readCompany(server, kybId).links).toEqual([]);
  });
});
