import { describe, expect, it } from 'vitest';
import type { Appliance } from '../../server/appliance/appliance.ts';
import type { DocumentReading } from '../../server/checks/types.ts';
import { must } from '../../server/lib/assert.ts';
import { KYC_STEPS } from '../../server/pipeline/kyc.ts';
import { fakeEngines, fakeFile } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, read, send, submit, verify } from './drive.ts';

const ZONE = ['P<UTOMARTELLO<<ANNA<LUCIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO8608125F3604144<<<<<<<<<<<<<<<4'];
const PASSPORT = {
  files: [
    { bytes: fakeFile({ lines: ['PASSPORT', ...ZONE], faces: [0] }), type: 'passport' },
    { bytes: fakeFile({ faces: [0.1] }), type: 'selfie' },
  ],
  applicant: { first_name: 'Anna Lucia', last_name: 'Martello' },
};

/** A step that the first versions of the program did not have, and the values that they stored for others. */
const LATER_STEP = 'duplicates';
const OLDER_ZONE = ['format', 'lines', 'valid', 'check_digits'];
const OLDER_READING = [
  'document_id',
  'type',
  'side',
  'fields',
  'also_read',
  'mrz',
  'text_confidence',
  'words',
  'engine',
];
const OLDER_MEASURES = ['sharpness', 'brightness', 'glareShare'];

const only = (value: object, names: string[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));

/** Rewrites the results of a record in their older, shorter form. */
function makeOlder(appliance: Appliance, id: string): void {
  const { db } = appliance;
  change<{ documents: DocumentReading[] }>(appliance, id, 'read', ({ documents }) => ({
    documents: documents.map((reading) => ({
      ...only(reading, OLDER_READING),
      mrz: reading.mrz && only(reading.mrz, OLDER_ZONE),
    })),
  }));
  change<{ documents: { measures: object }[] }>(appliance, id, 'quality', ({ documents, ...check }) => ({
    ...check,
    documents: documents.map(({ measures, ...rest }) => ({ ...rest, measures: only(measures, OLDER_MEASURES) })),
  }));
  db.prepare('DELETE FROM step_results WHERE verification_id = ? AND step = ?').run(id, LATER_STEP);
  db.prepare('DELETE FROM file_marks WHERE verification_id = ?').run(id);
}

function change<T>({ db, vault }: Appliance, id: string, step: string, older: (result: T) => unknown): void {
  const where = 'WHERE verification_id = ? AND step = ?';
  const sealed = db.prepare(`SELECT sealed_result FROM step_results ${where}`).pluck().get(id, step) as Buffer;
  const result = older(vault.openJson<T>(id, `step_results.${step}`, sealed));
  db.prepare(`UPDATE step_results SET sealed_result = ? ${where}`).run(
    vault.sealJson(id, `step_results.${step}`, result),
    id,
    step,
  );
}

/**
 * Leaves a record in the middle of its work: everything before the step `face` is stored, and nothing of that step. Its
 * engine may be called ahead of its step, so such a call is no sign of what is stored.
 */
async function leaveAtFace(folder: string): Promise<{ server: TestServer; id: string }> {
  const engines = fakeEngines({ before: (call) => (call === 'face' ? new Promise(() => {}) : undefined) });
  const server = await startTestServer({ folder, engines, start: false });
  const id = await submit(server, PASSPORT);
  const { progress, runner } = server.appliance;
  const reached = new Promise<void>((resolve) => {
    progress.subscribe(id, ({ step }) => step === 'face' && resolve());
  });
  runner.start();
  await reached;
  return { server, id };
}

const stepsOf = ({ db }: Appliance, id: string) =>
  db.prepare('SELECT step FROM step_results WHERE verification_id = ? ORDER BY step').pluck().all(id);

describe('a record that an older version of the program kept', () => {
  it('is read, and listed, with what was kept of it', async () => {
    await using server = await startTestServer();
    const before = await verify(server, PASSPORT);
    expect(before).toMatchObject({ status: 'completed', ocr: { passport: { mrz: { valid: true, repaired: [] } } } });
    makeOlder(server.appliance, before.id);
    const record = await read(server, before.id);
    expect(record).toMatchObject({ status: 'completed', ocr: { passport: { mrz: { valid: true } } } });
    expect(record.ocr['passport']?.mrz).not.toHaveProperty('repaired');
    expect(record.checks.duplicates).toMatchObject({ passed: null, findings: [{ code: 'check_not_run' }] });
    const { status, body } = await send(server, '/v1/verifications', { headers: bearer(server.key) });
    expect({ status, data: body.data }).toEqual({ status: 200, data: [record] });
    // Its files are not recognized again, and nothing fails because of that.
    const next = await verify(server, PASSPORT);
    expect(next).toMatchObject({ status: 'completed', checks: { duplicates: { passed: true } } });
  });

  it('is taken up where it stood, though there are more steps now', async () => {
    using folder = tempFolder();
    const { server: former, id } = await leaveAtFace(folder.path);
    const { key } = former;
    makeOlder(former.appliance, id);
    former.appliance.db.prepare("DELETE FROM step_results WHERE step IN ('validity', 'consistency')").run();
    await former.stop();
    await using server = await startTestServer({ folder: folder.path });
    await server.settle();
    expect(await read(server, id, key)).toMatchObject({ status: 'completed', errors: [] });
    expect(stepsOf(server.appliance, id)).toEqual(KYC_STEPS.map(({ name }) => name).sort());
  });

  it('gets the step that came in between, even where all that follow it are done', inWholeRunAlone('1 s'), async () => {
    using folder = tempFolder();
    const { server: former, id } = await leaveAtFace(folder.path);
    const { key } = former;
    await former.stop();
    const between = await startTestServer({ folder: folder.path, start: false, list: false });
    const { db, vault } = between.appliance;
    const insert = db.prepare(
      'INSERT INTO step_results (verification_id, step, finished_at, duration_ms, sealed_result) VALUES (?, ?, 0, 0, ?)',
    );
    const passed = { passed: true, findings: [] };
    const face = { ...passed, score: 0.999, threshold: 0.99, review_from: 0.2, model: null };
    const lists = [{ id: 'lst_01h455vb4pex5vsknk084sn02q', code: 'a', name: 'a', version: '1', entries: 1 }];
    const dated = { dated: '2026-01-01', age_days: 0, stale: false };
    const screening = { ...passed, hits: [], lists: [{ ...must(lists[0], 'there is one'), ...dated }], searched: [] };
    for (const [step, result] of Object.entries({ face, liveness: passed, screening }))
      insert.run(id, step, vault.sealJson(id, `step_results.${step}`, result));
    await between.stop();
    await using server = await startTestServer({ folder: folder.path, list: false });
    await server.settle();
    const record = await read(server, id, key);
    expect(record).toMatchObject({ status: 'completed', progress: null, checks: { duplicates: { passed: true } } });
    expect(record.face_match.score).toBe(0.999);
  });
});
