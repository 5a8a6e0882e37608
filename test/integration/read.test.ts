import { describe, expect, it } from 'vitest';
import type { VerificationAnswer } from '../../server/contract/verification.ts';
import { testClock } from '../support/clock.ts';
import { fakeEngines, fakeFile } from '../support/fake-engines.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { startTestServer } from '../support/server.ts';
import { bearer, codesOf, read, settleMoving, submit, verify } from './drive.ts';

const clean = { files: cardAndSelfie(), applicant: ANNA };

/** The customer's fields, and our additional ones. */
const FIELDS = [
  ...['id', 'status', 'ocr', 'face_match', 'checks', 'errors', 'created_at', 'updated_at'],
  ...[
    'livemode',
    'applicant',
    'expected_documents',
    'documents',
    'consent',
    'metadata',
    'assignment',
    'review',
    'links',
    'policy_version',
    'progress',
    'corrections',
    'face_choices',
    'due_at',
  ],
];
const CHECKS = [
  'watchlists',
  'document_quality',
  'document_validity',
  'consistency',
  'liveness',
  'duplicates',
  'authenticity',
];

function expectWhole(record: VerificationAnswer): void {
  expect(Object.keys(record).sort()).toEqual(FIELDS.toSorted());
  expect(Object.keys(record.checks).sort()).toEqual(CHECKS.toSorted());
}

/** Asserts that all checks are `null` for this one reason. */
function expectNoCheckRan(record: VerificationAnswer, code: string): void {
  expectWhole(record);
  expect(record.ocr).toEqual({});
  expect(record.face_match).toMatchObject({ score: null, passed: null });
  for (const check of [record.face_match, ...Object.values(record.checks)]) {
    expect(check.passed).toBeNull();
    expect(codesOf(check.findings)).toEqual([code]);
  }
}

describe('a check that did not run is null and says why', () => {
  it('while the record is pending', async () => {
    await using server = await startTestServer({ start: false });
    const record = await read(server, await submit(server, clean));
    expect(record).toMatchObject({ status: 'pending', errors: [], policy_version: null, review: null, progress: null });
    expectNoCheckRan(record, 'check_pending');
  });

  it('while it is processing: finished checks already have their results', async () => {
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const engines = fakeEngines({
      async before(call) {
        if (call !== 'face') return;
        reached.resolve();
        await gate.promise;
      },
    });
    await using server = await startTestServer({ engines });
    const id = await submit(server, clean);
    await reached.promise;
    const record = await read(server, id);
    expectWhole(record);
    expect(record).toMatchObject({
      status: 'processing',
      errors: [],
      policy_version: null,
      progress: { step: 'face', done: 6 },
    });
    expect(record.checks.document_quality.passed).toBe(true);
    expect(record.ocr['national_id']).toMatchObject({ last_name: 'MARTELLO' });
    expect(record.face_match).toMatchObject({ score: null, passed: null, findings: [{ code: 'check_pending' }] });
    expect(record.checks.watchlists).toMatchObject({ passed: null, findings: [{ code: 'check_pending' }], hits: [] });
    gate.resolve();
    await server.settle();
    expect((await read(server, id)).status).toBe('completed');
  });

  it.each(['completed', 'failed', 'needs_review'])('where the outcome %s was simulated', async (outcome) => {
    const engines = fakeEngines({
      before() {
        throw new Error('a simulation runs no model');
      },
    });
    await using server = await startTestServer({ engines });
    const key = server.makeKey({ livemode: false });
    const record = await verify(server, { ...clean, metadata: { simulate: outcome } }, key);
    expect(record).toMatchObject({ status: outcome, livemode: false, metadata: { simulate: outcome } });
    expectNoCheckRan(record, 'simulated');
  });

  it('where its job died before it', async () => {
    const engines = fakeEngines({
      before() {
        throw new TypeError('a fault of ours');
      },
    });
    const clock = testClock();
    await using server = await startTestServer({ engines, clock });
    const id = await submit(server, clean);
    await settleMoving(server, clock);
    const record = await read(server, id);
    expect(record.status).toBe('needs_review');
    expectNoCheckRan(record, 'check_not_run');
  });
});

describe('a record', () => {
  it('has every field, and no error, when it is completed', async () => {
    await using server = await startTestServer();
    const record = await verify(server, { ...clean, consent: true, metadata: { internal_ref: 'r-1' } });
    expectWhole(record);
    expect(record).toMatchObject({
      status: 'completed',
      errors: [],
      livemode: true,
      applicant: ANNA,
      consent: true,
      metadata: { internal_ref: 'r-1' },
      links: { self: `/v1/verifications/${record.id}`, report: `/v1/verifications/${record.id}/report` },
      policy_version: 1,
      progress: null,
    });
    expect(record.documents).toEqual([
      expect.objectContaining({ type: 'national_id', side: 'front', name: 'front.jpg', media_type: 'image/jpeg' }),
      expect.objectContaining({ type: 'selfie', side: null, name: 'selfie.jpg' }),
    ]);
    const { score } = record.face_match;
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThanOrEqual(1);
  });

  it('has times of the appliance, in UTC with milliseconds', async () => {
    const clock = testClock(Date.UTC(2026, 2, 1, 9, 30, 15, 7));
    await using server = await startTestServer({ clock, start: false });
    const id = await submit(server, clean);
    clock.advance(60_000);
    server.appliance.runner.start();
    await server.settle();
    expect(await read(server, id)).toMatchObject({
      created_at: '2026-03-01T09:30:15.007Z',
      updated_at: '2026-03-01T09:31:15.007Z',
    });
  });

  it('gives a confidence for each field that was read, and leaves out what was not', async () => {
    await using server = await startTestServer();
    const { ocr } = await verify(server, clean);
    const { confidence, mrz, boxes: _, sources, ...fields } = ocr['national_id'] ?? {};
    expect(mrz).toBeUndefined();
    expect(Object.keys(confidence ?? {}).sort()).toEqual(Object.keys(fields).sort());
    expect(Object.keys(sources ?? {}).sort()).toEqual(Object.keys(fields).sort());
    expect('address' in fields).toBe(false);
    expect(ocr['selfie']).toBeUndefined();
  });

  it('tells in which file and where the printed fields stand, in shares of its picture', async () => {
    await using server = await startTestServer();
    const { documents, ocr } = await verify(server, clean);
    const { boxes = {}, confidence } = ocr['national_id'] ?? {};
    expect(Object.keys(boxes)).toEqual(Object.keys(confidence ?? {}));
    for (const { document_id, x, y, width, height } of Object.values(boxes)) {
      expect(document_id).toBe(documents[0]?.id);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(Math.min(width, height)).toBeGreaterThan(0);
      expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1);
    }
  });

  it('never simulates with a live key: the documents decide', async () => {
    await using server = await startTestServer();
    const files = [{ bytes: fakeFile({ undecodable: true }), type: 'national_id' }];
    const record = await verify(server, { files, metadata: { simulate: 'completed' } });
    expect(record).toMatchObject({ livemode: true, status: 'failed' });
  });

  it('does not change when it is read', async () => {
    await using server = await startTestServer();
    const record = await verify(server, clean);
    expect(await read(server, record.id)).toEqual(record);
    const head = await server.fetch(record.links.self, { method: 'HEAD', headers: bearer(server.key) });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});
