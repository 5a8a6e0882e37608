import { describe, expect, it } from 'vitest';
import type { Engines, FaceEngine } from '../../models/ports.ts';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import { runCommand } from '../../server/commands/run.ts';
import { must } from '../../server/lib/assert.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { createDuplicateSearch } from '../../server/pipeline/duplicate-search.ts';
import { createFaceIndex } from '../../server/verifications/duplicate-faces.ts';
import { getVerification } from '../../server/verifications/store.ts';
import { fakeEngines, fakeFile } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie, type FormParts } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, create, read, send } from './drive.ts';

const BORIS = { first_name: 'Boris', last_name: 'Novak', dob: '1990-02-03' };
const FAKE_MODEL = { name: 'fake face', version: '1' };
const FACES_ON = { config: { duplicateFaces: true } };
/** Radians between two faces of one person in different pictures. */
const NEAR = 0.1;

/** Sends one verification and returns it when it has ended. */
async function verify(server: TestServer, parts: FormParts, key = server.key) {
  const { body, status } = await create(server, parts, bearer(key));
  expect(status).toBe(201);
  await server.settle();
  return read(server, body.id, key);
}

/** A record with unique files, so only the face can be recognized. */
function withFace(applicant: typeof ANNA, faces: number[], more: Partial<FormParts> = {}): FormParts {
  const lines = [`Surname: ${applicant.last_name}`, `Given names: ${applicant.first_name}`];
  const width = 1200 + applicant.first_name.charCodeAt(0);
  const files = cardAndSelfie({
    card: { lines, faces },
    selfie: { width, faces: faces.map((angle) => angle + NEAR) },
  });
  return { files, applicant, ...more };
}

const marked = (server: TestServer, table: 'file_marks' | 'face_marks') =>
  server.appliance.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

describe('the same file', () => {
  it('in the verification of somebody else', async () => {
    await using server = await startTestServer();
    const first = await verify(server, { files: cardAndSelfie(), applicant: ANNA });
    const second = await verify(server, { files: cardAndSelfie(), applicant: BORIS });
    expect(first.checks.duplicates).toMatchObject({ passed: true, findings: [{ code: 'duplicates_not_enabled' }] });
    expect(second.checks.duplicates).toMatchObject({
      passed: false,
      findings: [
        { code: 'duplicate_file', document_id: second.documents[0]?.id, evidence: { verification: first.id } },
        { code: 'duplicates_not_enabled' },
      ],
    });
    expect(second.checks.duplicates.findings[0]?.evidence?.['identity_differs']).toBe(true);
    expect(second.errors.map(({ code }) => code)).not.toContain('duplicate_file');
  });

  it('sent again by the same person holds nothing back', async () => {
    await using server = await startTestServer();
    const first = await verify(server, { files: cardAndSelfie(), applicant: ANNA });
    const again = await verify(server, { files: cardAndSelfie(), applicant: ANNA });
    expect(again).toMatchObject({ status: 'completed', errors: [], checks: { duplicates: { passed: true } } });
    const evidence = { verification: first.id, identity_differs: false };
    expect(again.checks.duplicates.findings).toMatchObject([{ code: 'duplicate_file', evidence }, {}]);
  });

  it('twice in one verification', async () => {
    await using server = await startTestServer();
    const [front, selfie] = cardAndSelfie();
    const files = [front, { ...front, side: 'back' }, selfie].map((file) => ({ bytes: fakeFile(), ...file }));
    const { checks, documents } = await verify(server, { files, applicant: ANNA });
    const [finding] = checks.duplicates.findings;
    expect(finding).toMatchObject({ code: 'file_sent_twice', document_id: documents[1]?.id });
    expect(finding?.evidence).toEqual({ same_as: documents[0]?.id });
  });

  it('of a test is not that of a live record, and its mark tells nothing of the file', async () => {
    await using server = await startTestServer();
    const test = server.makeKey({ livemode: false });
    await verify(server, { files: cardAndSelfie(), applicant: ANNA }, test);
    const live = await verify(server, { files: cardAndSelfie(), applicant: BORIS });
    expect(live.checks.duplicates).toMatchObject({ passed: true, findings: [{ code: 'duplicates_not_enabled' }] });
    const marks = server.appliance.db.prepare('SELECT hex(mark) FROM file_marks').pluck().all();
    expect(new Set(marks).size).toBe(4);
  });

  it('names the newest verifications and no more than the limit', inWholeRunAlone('1 s'), async () => {
    await using server = await startTestServer();
    const ids: string[] = [];
    for (let i = 0; i <= LIMITS.duplicatesMax + 1; i++)
      ids.push((await verify(server, { files: cardAndSelfie(), applicant: ANNA })).id);
    const { checks } = await read(server, ids.at(-1) ?? '');
    const named = checks.duplicates.findings.flatMap(({ evidence }) => evidence?.['verification'] ?? []);
    expect(named).toEqual(ids.slice(0, -1).reverse().slice(0, LIMITS.duplicatesMax));
  });
});

describe('the same face', () => {
  it('is neither kept nor looked for unless that is enabled', async () => {
    await using server = await startTestServer();
    await verify(server, withFace(ANNA, [0]));
    const { checks } = await verify(server, withFace(BORIS, [0]));
    expect(checks.duplicates).toMatchObject({ passed: true, findings: [{ code: 'duplicates_not_enabled' }] });
    expect(marked(server, 'face_marks')).toBe(0);
  });

  it('under another identity', async () => {
    await using server = await startTestServer(FACES_ON);
    const first = await verify(server, withFace(ANNA, [0]));
    const again = await verify(server, withFace(ANNA, [0.01]));
    const other = await verify(server, withFace(BORIS, [0.02]));
    expect([first, again].map(({ checks }) => checks.duplicates)).toEqual([
      { passed: true, findings: [] },
      { passed: true, findings: [] },
    ]);
    expect(other.checks.duplicates.passed).toBe(false);
    expect(other.checks.duplicates.findings.map(({ code }) => code)).toEqual(['duplicate_face', 'duplicate_face']);
    const named = other.checks.duplicates.findings.map(({ evidence }) => evidence?.['verification']);
    expect(new Set(named)).toEqual(new Set([first.id, again.id]));
    expect(other.errors.map(({ code }) => code)).not.toContain('duplicate_face');
  });

  it('is no other one that resembles it less than the policy asks', async () => {
    await using server = await startTestServer(FACES_ON);
    await verify(server, withFace(ANNA, [0]));
    const apart = Math.acos(POLICY_V1.face.duplicate_cosine_from) + NEAR + 0.01;
    const { checks } = await verify(server, withFace(BORIS, [apart]));
    expect(checks.duplicates).toEqual({ passed: true, findings: [] });
  });

  it('of somebody who did not consent is neither kept nor compared', async () => {
    await using server = await startTestServer(FACES_ON);
    const refused = await verify(server, withFace(ANNA, [0], { consent: false }));
    expect(refused.checks.duplicates).toMatchObject({ findings: [{ code: 'duplicate_faces_consent_refused' }] });
    expect(marked(server, 'face_marks')).toBe(0);
    const other = await verify(server, withFace(BORIS, [0]));
    expect(other.checks.duplicates).toEqual({ passed: true, findings: [] });
  });

  it('that is not there', async () => {
    await using server = await startTestServer(FACES_ON);
    const { checks } = await verify(server, withFace(ANNA, []));
    expect(checks.duplicates).toMatchObject({ findings: [{ code: 'duplicate_faces_not_found' }] });
  });

  it('of a test is not that of a live record', async () => {
    await using server = await startTestServer(FACES_ON);
    await verify(server, withFace(ANNA, [0]), server.makeKey({ livemode: false }));
    expect((await verify(server, withFace(BORIS, [0]))).checks.duplicates.findings).toEqual([]);
  });

  it('is known after a restart, and forgotten once its key is destroyed', async () => {
    using folder = tempFolder();
    const before = await startTestServer({ ...FACES_ON, folder: folder.path });
    const { id } = await verify(before, withFace(ANNA, [0]));
    await before.stop();
    const server = await startTestServer({ ...FACES_ON, folder: folder.path, list: false });
    const found = await verify(server, withFace(BORIS, [0.02]));
    expect(found.checks.duplicates.findings).toMatchObject([
      { code: 'duplicate_face', evidence: { verification: id } },
    ]);
    server.appliance.keys.deleteDataKey(id);
    server.appliance.keys.deleteDataKey(found.id);
    const after = await verify(server, withFace({ ...BORIS, first_name: 'Clara' }, [0.04]));
    expect(after.checks.duplicates).toEqual({ passed: true, findings: [] });
    await server.stop();
  });

  it('is gone from memory once it is erased', inWholeRunAlone('1 s'), async () => {
    await using server = await startTestServer(FACES_ON);
    const first = await verify(server, withFace(ANNA, [0]));
    const second = await verify(server, withFace(BORIS, [0.02]));
    const { db } = server.appliance;
    const rows = db.prepare('SELECT * FROM face_marks WHERE verification_id = ?').all(first.id);
    const erased = await send(server, `${first.links.self}/erase-biometrics`, { method: 'POST' });
    expect(erased.body).toMatchObject({ faces: 2 });
    // A search that still found it, through a row that cannot be opened, would have kept it in memory.
    const names = Object.keys(rows[0] as object);
    const insert = db.prepare(`INSERT INTO face_marks (${names}) VALUES (${names.map((name) => `@${name}`)})`);
    for (const row of rows as object[]) insert.run({ ...row, sealed_face: Buffer.from([0]) });
    const third = await verify(server, withFace({ ...BORIS, first_name: 'Clara' }, [0.04]));
    const found = third.checks.duplicates.findings.map(({ evidence }) => evidence?.['verification']);
    expect(found).toEqual([second.id]);
    db.prepare('DELETE FROM face_marks WHERE verification_id = ?').run(first.id);
  });

  it('is sealed with a key of its own, and its rows go with the record', async () => {
    await using server = await startTestServer(FACES_ON);
    const { id } = await verify(server, withFace(ANNA, [0]));
    const { db, vault, keys } = server.appliance;
    const sealed = db.prepare('SELECT sealed_face FROM face_marks').pluck().get() as Buffer;
    const opened = vault.openJson(id, 'face_marks.face', sealed, keys.faceKey(id) ?? undefined);
    expect(opened).toMatchObject({ model: FAKE_MODEL });
    expect(() => vault.openJson(id, 'face_marks.face', sealed)).toThrow();
    expect([marked(server, 'file_marks'), marked(server, 'face_marks')]).toEqual([2, 2]);
    const remove = db.transaction(() => {
      db.prepare('DELETE FROM documents WHERE verification_id = ?').run(id);
      const left = [marked(server, 'file_marks'), marked(server, 'face_marks')];
      throw Object.assign(new Error('taken back'), { left });
    });
    expect(remove).toThrow(expect.objectContaining({ left: [0, 0] }));
  });
});

it('a damaged record holds back no other, and is logged', async () => {
  await using server = await startTestServer(FACES_ON);
  const first = await verify(server, { ...withFace(ANNA, [0]), files: cardAndSelfie() });
  const { db } = server.appliance;
  db.prepare("UPDATE face_marks SET seq = seq + 100, sealed_face = x'00'").run();
  const sealed = db.prepare('SELECT sealed_submission FROM verifications WHERE id = ?').pluck().get(first.id);
  const seal = db.prepare('UPDATE verifications SET sealed_submission = ? WHERE id = ?');
  seal.run(Buffer.of(0), first.id);
  const again = await verify(server, { ...withFace(ANNA, [0]), files: cardAndSelfie() });
  expect(again).toMatchObject({ status: 'completed', errors: [] });
  expect(again.checks.duplicates.findings).toMatchObject([
    { code: 'duplicate_file', evidence: { verification: first.id, identity_differs: null } },
  ]);
  for (const event of ['verification.unreadable', 'duplicates.face_unreadable'])
    expect(server.logged.filter((line) => line.includes(event) && line.includes(first.id))).not.toEqual([]);
  expect(server.logged.join('')).not.toMatch(/Martello/i);
  seal.run(sealed, first.id);
});

it('a step that is run again after an interruption keeps each mark once', async () => {
  await using server = await startTestServer(FACES_ON);
  const { id } = await verify(server, withFace(ANNA, [0]));
  const record = must(getVerification(server.appliance, id, true), 'it was sent');
  const search = createDuplicateSearch({ ...server.appliance, faceIndex: createFaceIndex(server.appliance) });
  const embedding = [1, ...new Array<number>(1023).fill(0)];
  const faces = record.documents.map((document) => ({ documentId: document.id, embedding, model: FAKE_MODEL }));
  expect(search.files(record)).toEqual([]);
  expect(await search.faces?.(record, faces, 0)).toEqual([]);
  expect([marked(server, 'file_marks'), marked(server, 'face_marks')]).toEqual([2, 2]);
});

it(
  'an index of more faces than are looked at in one go finds the best of them, each record once',
  inWholeRunAlone('1 s'),
  async () => {
    await using server = await startTestServer(FACES_ON);
    const { id } = await verify(server, withFace(ANNA, [0]));
    const { db, vault, keys } = server.appliance;
    // Rows as they were before faces had their own keys.
    keys.deleteFaceKey(id);
    const embedding = Buffer.from(Float32Array.from([0, 1]).buffer).toString('base64');
    const sealed = vault.sealJson(id, 'face_marks.face', { model: FAKE_MODEL, embedding });
    const other = vault.sealJson(id, 'face_marks.face', { model: { ...FAKE_MODEL, version: '2' }, embedding });
    db.exec('DELETE FROM face_marks; CREATE TEMP TABLE kept AS SELECT * FROM documents LIMIT 1');
    const document = db.prepare(`
    INSERT INTO documents (id, verification_id, position, media_type, size_bytes, sealed_description)
    SELECT ?, verification_id, ?, media_type, size_bytes, sealed_description FROM kept`);
    const mark = db.prepare(
      'INSERT INTO face_marks (document_id, verification_id, livemode, sealed_face) VALUES (?, ?, 1, ?)',
    );
    for (let i = 0; i < 250; i++) {
      document.run(`doc_${i}`, 100 + i);
      mark.run(`doc_${i}`, id, i % 2 === 0 ? sealed : other);
    }
    const record = { ...must(getVerification(server.appliance, id, true), 'it was sent'), id: 'ver_new' };
    const index = createFaceIndex(server.appliance);
    const face = { documentId: 'doc_new', embedding: [0, 1], model: FAKE_MODEL };
    let compared = 0;
    const similarity = () => {
      compared += 1;
      return compared / 1000;
    };
    const found = await index.search(record, [face], similarity, 0.1);
    expect(found).toEqual([{ documentId: 'doc_new', otherId: id, model: FAKE_MODEL, similarity: 0.125 }]);
    expect(compared).toBe(125);
    db.prepare("DELETE FROM documents WHERE id LIKE 'doc_%' AND length(id) < 10").run();
    expect(await index.search(record, [face], similarity, 0)).toEqual([]);
  },
);

describe('templates of faces that other nets made', () => {
  /** The same faces, from nets with another name. */
  const otherNets = (): Engines => {
    const engines = fakeEngines();
    const model = { name: 'other face', version: '1' };
    const recognise: FaceEngine['recognise'] = async (image, search) => ({
      ...(await engines.face.recognise(image, search)),
      model,
    });
    return { ...engines, face: { model, recognise } };
  };
  const warned = async (server: TestServer): Promise<object | undefined> => {
    const { body } = await send(server, '/v1/system');
    return body.warnings.find(({ code }: { code: string }) => code === 'faces_of_other_nets');
  };
  const renew = async ({ appliance }: TestServer): Promise<{ exit: number; out: string }> => {
    let out = '';
    const say = (text: string): void => {
      out += text;
    };
    const io = { out: say, err: () => {}, cwd: '/' };
    return { exit: await runCommand(appliance, ['faces', 'renew'], io), out };
  };

  it('are compared with nobody, reported under System, and recreated from their pictures by the nets in force', async () => {
    using folder = tempFolder();
    await using before = await startTestServer({ ...FACES_ON, folder: folder.path, engines: otherNets() });
    await verify(before, withFace(ANNA, [0]));
    expect(await warned(before)).toBeUndefined();
    await before.stop();
    await using server = await startTestServer({ ...FACES_ON, folder: folder.path });
    expect(await warned(server)).toMatchObject({ message: expect.stringContaining('1 records') });
    const unseen = await verify(server, withFace(BORIS, [0]));
    expect(unseen.checks.duplicates.findings.map(({ code }) => code)).not.toContain('duplicate_face');
    expect(await renew(server)).toEqual({
      exit: 0,
      out: 'The face templates of 1 records were recreated. The templates of 0 records stay as they were and are not compared.\n',
    });
    expect(await warned(server)).toBeUndefined();
    const seen = await verify(server, withFace({ ...BORIS, first_name: 'Cyril' }, [0]));
    expect(seen.checks.duplicates.findings.map(({ code }) => code)).toContain('duplicate_face');
    expect(marked(server, 'face_marks')).toBe(6);
  });
});
