import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KybVerificationAnswer } from '../../server/contract/kyb-verification.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { type FakeContent, fakeEngines, fakeFile } from '../support/fake-engines.ts';
import { ANNA, CARD_LINES, cardAndSelfie } from '../support/form.ts';
import { submitCompany, uploadFor } from '../support/kyb.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, KYB, send, submit, verify } from './drive.ts';

const clean = { files: cardAndSelfie(), applicant: ANNA };
const CARD = fakeFile({ lines: CARD_LINES, faces: [0] });
/** The MRZ of the TD3 specimen of ICAO Doc 9303, with an expiry date in the future. */
const ZONE = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F3204159ZE184226B<<<<<14'];

async function get(server: TestServer, path: string, key = server.key) {
  const answer = await server.fetch(path, { headers: bearer(key) });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** What the fake engine was asked to show. */
async function shown(server: TestServer, path: string): Promise<FakeContent['shown']> {
  const { status, headers, bytes } = await get(server, path);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('image/jpeg');
  expect(headers.get('cache-control')).toBe('private, no-store');
  return (JSON.parse(bytes.subarray(4).toString()) as FakeContent).shown;
}

const problemOf = async (server: TestServer, path: string, key = server.key) => {
  const { status, body } = await send(server, path, { headers: bearer(key) });
  return { status, code: body.code, detail: body.detail, errors: body.errors };
};

/** For tests that need no server of their own. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  return () => server[Symbol.asyncDispose]();
});

describe('the file of a document', () => {
  it('comes as it was sent, as an attachment that can do nothing, and the audit log says who took it', async () => {
    const { id, documents } = await verify(server, clean);
    const path = `/v1/verifications/${id}/documents/${documents[0]?.id}`;
    const { status, headers, bytes } = await get(server, path);
    expect(status).toBe(200);
    expect(bytes).toEqual(CARD);
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${documents[0]?.id}.jpg"`);
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const rows = server.appliance.db.prepare("SELECT subject_id, details FROM audit WHERE action = 'document.taken'");
    expect(rows.all()).toEqual([
      { subject_id: id, details: JSON.stringify({ kind: 'kyc', document: documents[0]?.id }) },
    ]);
  });

  it('is nobody else’s: another record, mode, kind or scope', async () => {
    const { id, documents } = await verify(server, clean);
    const other = await submit(server, clean);
    const [document] = documents;
    const notFound = { status: 404, code: 'not_found' };
    for (const rest of ['', '/pages/1']) {
      const path = `/v1/verifications/${id}/documents/${document?.id}${rest}`;
      expect(await problemOf(server, path.replace(id, other))).toMatchObject(notFound);
      expect(await problemOf(server, path, server.makeKey({ livemode: false }))).toMatchObject(notFound);
      expect(await problemOf(server, path.replace('/v1/', '/v1/kyb/'))).toMatchObject(notFound);
      expect(await problemOf(server, path, server.makeKey({ scopes: ['kyb:read'] }))).toMatchObject({ status: 403 });
    }
    const face = `/v1/verifications/${id}/faces/selfie`;
    expect(await problemOf(server, face, server.makeKey({ livemode: false }))).toMatchObject(notFound);
    expect(await problemOf(server, face, server.makeKey({ scopes: ['kyb:read'] }))).toMatchObject({ status: 403 });
  });

  it('that is damaged or gone on the disk is a problem that says so, and so are its pictures', async () => {
    await using server = await startTestServer();
    const { id, documents } = await verify(server, clean);
    const [front, selfie] = documents.map((document) => String(document.id));
    const base = `/v1/verifications/${id}`;
    const path = join(server.appliance.config.dataDir, 'files', id, String(selfie));
    const stored = readFileSync(path);
    for (const spoil of [() => writeFileSync(path, 'damaged'), () => rmSync(path)]) {
      spoil();
      for (const rest of [`documents/${selfie}`, `documents/${selfie}/pages/1`, 'faces/selfie']) {
        expect(await problemOf(server, `${base}/${rest}`)).toMatchObject({ status: 500, code: 'file_lost' });
      }
    }
    expect(server.appliance.db.prepare("SELECT 1 FROM audit WHERE action = 'document.taken'").all()).toEqual([]);
    expect((await get(server, `${base}/documents/${front}`)).status).toBe(200);
    expect(server.logged.join('\n')).toContain('document.file_unreadable');
    writeFileSync(path, stored);
  });

  it('goes with its record', async () => {
    const { id, documents, links } = await verify(server, clean);
    await send(server, links.self, { method: 'DELETE', headers: bearer(server.key) });
    for (const rest of [`documents/${documents[0]?.id}`, `documents/${documents[0]?.id}/pages/1`, 'faces/selfie']) {
      const path = `/v1/verifications/${id}/${rest}`;
      expect(await problemOf(server, path)).toMatchObject({ status: 404, code: 'erased' });
    }
  });
});

describe('a record that is erased while it is looked at', () => {
  it('gives neither its file nor a picture any more, and nobody has taken anything', async () => {
    const opened = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const engines = fakeEngines();
    const { show } = engines.image;
    engines.image.show = async (...args) => {
      opened.resolve();
      await gate.promise;
      return show(...args);
    };
    await using server = await startTestServer({ engines });
    const { id, documents, links } = await verify(server, clean);
    const path = `${links.self}/documents/${documents[0]?.id}`;
    const { vault } = server.appliance;
    const { readFile } = vault;
    const picture = problemOf(server, `${path}/pages/1`);
    await opened.promise;
    const reached = Promise.withResolvers<void>();
    vault.readFile = async (...args) => {
      const bytes = await readFile(...args);
      reached.resolve();
      await gate.promise;
      return bytes;
    };
    const file = problemOf(server, path);
    await reached.promise;
    expect((await send(server, links.self, { method: 'DELETE', headers: bearer(server.key) })).status).toBe(200);
    gate.resolve();
    expect(await Promise.all([picture, file])).toMatchObject([{ code: 'erased' }, { code: 'erased' }]);
    const taken = server.appliance.db.prepare("SELECT 1 FROM audit WHERE subject_id = ? AND action = 'document.taken'");
    expect(taken.all(id)).toEqual([]);
  });
});

describe('the picture of a page', () => {
  it('is made at one of some widths, turned as is asked', async () => {
    const { id, documents } = await verify(server, clean);
    const path = `/v1/verifications/${id}/documents/${documents[0]?.id}/pages/1`;
    expect(await shown(server, path)).toEqual({ turn: 0, widthPixelsMax: LIMITS.pictureWidthPixelsDefault });
    for (const width of LIMITS.pictureWidthsPixels) {
      expect(await shown(server, `${path}?width=${width}&turn=270`)).toEqual({ turn: 270, widthPixelsMax: width });
    }
    for (const [query, field] of [
      ['width=641', 'width'],
      ['width=640&turn=45', 'turn'],
      ['turn=-90', 'turn'],
    ]) {
      const { status, errors } = await problemOf(server, `${path}?${query}`);
      expect([status, errors[0].field]).toEqual([400, field]);
      expect(errors[0].message).toContain('must be one of');
    }
  });

  it('of a file that has no such page, or gives no picture, is a clear problem', async () => {
    const files = [
      ...clean.files,
      { bytes: fakeFile({ undecodable: true }), type: 'other' },
      { bytes: fakeFile({}, 'pdf'), type: 'proof_of_address' },
    ];
    const { id, documents } = await verify(server, { ...clean, files });
    const page = (index: number, number: string) =>
      problemOf(server, `/v1/verifications/${id}/documents/${documents[index]?.id}/pages/${number}`);
    expect(await page(0, '2')).toMatchObject({
      status: 404,
      detail: 'This document has 1 page. Request one that exists.',
    });
    expect(await page(3, '2')).toMatchObject({
      status: 404,
      detail: 'This document has 1 page. Request one that exists.',
    });
    for (const number of ['0', 'x', '01', '1.5']) expect(await page(0, number)).toMatchObject({ status: 404 });
    expect(await page(2, '1')).toMatchObject({ status: 409, code: 'picture_unavailable' });
  });

  it('of a company has as many pages as its file', async () => {
    await using server = await startTestServer();
    const id = await submitCompany(server);
    const bytes = fakeFile({ pages: 3, ownText: [['NORDWIND HANDEL GMBH']] }, 'pdf');
    await uploadFor(server, id, [{ type: 'registration_certificate', name: 'register.pdf', bytes }]);
    await server.settle();
    const path = `${KYB}/${id}`;
    const { documents } = (await send(server, path)).body as KybVerificationAnswer;
    expect(documents.map(({ pages }) => pages)).toEqual([3, null]);
    const document = `${path}/documents/${documents[0]?.id}`;
    expect((await get(server, document)).bytes).toEqual(bytes);
    expect(await shown(server, `${document}/pages/3?width=320`)).toEqual({ turn: 0, widthPixelsMax: 320 });
    const beyond = { status: 404, detail: 'This document has 3 pages. Request one that exists.' };
    expect(await problemOf(server, `${document}/pages/4`)).toMatchObject(beyond);
    expect(
      server.appliance.db.prepare("SELECT details FROM audit WHERE action = 'document.taken'").pluck().all(),
    ).toEqual([JSON.stringify({ kind: 'kyb', document: documents[0]?.id })]);
  });

  it('waits for its turn: only a limited number is made at once', async () => {
    const gate = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    const engines = fakeEngines();
    const { show } = engines.image;
    engines.image.show = async (...args) => {
      running += 1;
      most = Math.max(most, running);
      await gate.promise;
      running -= 1;
      return show(...args);
    };
    await using server = await startTestServer({ engines });
    const { id, documents } = await verify(server, clean);
    const path = `/v1/verifications/${id}/documents/${documents[0]?.id}/pages/1?width=160`;
    const asked = Array.from({ length: LIMITS.picturesAtOnce + 3 }, () => get(server, path));
    await expect.poll(() => running).toBe(LIMITS.picturesAtOnce);
    gate.resolve();
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(most).toBe(LIMITS.picturesAtOnce);
  });
});

describe('a face', () => {
  it('that was compared is shown with a quarter of its size around it', async () => {
    const { id, documents } = await verify(server, clean);
    const faces = documents.map(({ boxes }) => boxes.faces);
    // The fake engine finds each face at 10, 10 with a side of 300, in pictures of 1200 x 800.
    const box = { x: 0.0083, y: 0.0125, width: 0.25, height: 0.375 };
    expect(faces).toEqual([[{ ...box, of: 'reference', compared: true }], [{ ...box, of: 'selfie', compared: true }]]);
    const crop = { x: 0, y: 0, width: 385, height: 385 };
    for (const side of ['reference', 'selfie']) {
      const showing = await shown(server, `/v1/verifications/${id}/faces/${side}`);
      expect(showing).toEqual({ turn: 0, crop, widthPixelsMax: LIMITS.facePictureSidePixelsMax });
    }
    expect(await problemOf(server, `/v1/verifications/${id}/faces/other`)).toMatchObject({ status: 404 });
    const unknown = await problemOf(server, `/v1/verifications/ver_${'0'.repeat(26)}/faces/selfie`);
    expect(unknown).toMatchObject({ status: 404, detail: expect.stringContaining('no verification') });
  });

  it('that nobody looked for, or that an older version compared, is not there', async () => {
    const refused = await verify(server, { ...clean, consent: false });
    expect(refused.documents.map(({ boxes }) => boxes.faces)).toEqual([[], []]);
    const path = `/v1/verifications/${refused.id}/faces/selfie`;
    expect(await problemOf(server, path)).toMatchObject({ status: 404, detail: expect.stringContaining('selfie') });
  });
});

it('a record tells where zone, barcode and fields stand on each file, and what each source says', async () => {
  const lines = ['Surname: ERIKSON', 'Date of birth: 12.08.1974', ...ZONE];
  const passport = { bytes: fakeFile({ lines, faces: [0], barcodes: ['123'] }), type: 'passport' };
  const { documents, ocr } = await verify(server, { files: [passport, ...clean.files.slice(1)], applicant: ANNA });
  const [file] = documents;
  expect(file).toMatchObject({ pages: 1, turn: 0 });
  expect(file?.boxes.mrz).toHaveLength(2);
  expect(file?.boxes.barcodes).toEqual([{ x: 0.0333, y: 0.75, width: 0.5, height: 0.2 }]);
  expect(file?.boxes.fields['date_of_birth']).toMatchObject({ y: 0.8, height: 0.035 });
  expect(documents[1]?.boxes).toMatchObject({ fields: {}, mrz: [], barcodes: [] });
  expect(ocr['passport']?.sources?.['last_name']).toMatchObject({
    printed: { value: 'ERIKSON', document_id: file?.id, box: { height: 0.035 } },
    mrz: { value: 'ERIKSSON', document_id: file?.id, box: { y: 0.75 } },
  });
  expect(ocr['passport']?.boxes?.['date_of_birth']).toMatchObject({ document_id: file?.id, y: 0.8 });
});
