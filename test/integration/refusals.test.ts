import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeFile } from '../support/fake-engines.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type Answer, createRaw, holdings, NOTHING, type RawPart, send, sendAsHost } from './drive.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

/** The first bytes of an iPhone picture. */
const HEIC = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic');
const file = (value = fakeFile(), name = 'documents[]'): RawPart => ({
  name,
  value,
  fileName: 'a.jpg',
  type: 'image/jpeg',
});
const json = (name: string, value: unknown): RawPart => ({
  name,
  value: JSON.stringify(value),
  type: 'application/json',
});
const applicant = (value: unknown): RawPart[] => [json('applicant', value), file()];

function expectProblem(answer: Answer, status: number, code: string, field?: string): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.body).toMatchObject({ type: `/problems/${code}`, code, status });
  expect(answer.body.title).not.toBe('');
  expect(answer.body.detail).not.toBe('');
  if (field !== undefined) expect(answer.body.errors.map((item: { field?: string }) => item.field)).toContain(field);
}

async function expectNothingStored(): Promise<void> {
  expect(await holdings(server)).toEqual(NOTHING);
  expect(readdirSync(join(server.appliance.config.dataDir, 'incoming'))).toEqual([]);
}

describe('a creation is refused, and nothing of it is stored', () => {
  const cases: [name: string, parts: RawPart[], status: number, code: string, field?: string][] = [
    ['without a document', [json('applicant', {})], 400, 'documents_missing', 'documents[]'],
    ['with more than 10 files', Array.from({ length: 11 }, () => file()), 400, 'too_many_documents', 'documents[]'],
    ['with a part that is no JSON', [{ name: 'applicant', value: '{' }, file()], 400, 'malformed_json', 'applicant'],
    ['with an applicant that is no object', applicant([1]), 400, 'invalid_request', 'applicant'],
    ['with a name that is no text', applicant({ first_name: 5 }), 400, 'invalid_request', 'applicant.first_name'],
    ['with a day that does not exist', applicant({ dob: '1990-02-30' }), 400, 'invalid_request', 'applicant.dob'],
    ['with a date of another form', applicant({ dob: '30.01.1990' }), 400, 'invalid_request', 'applicant.dob'],
    ['with a country that is none', applicant({ nationality: 'QX' }), 400, 'invalid_request', 'applicant.nationality'],
    [
      'with a country of the address in small letters',
      applicant({ address: { country: 'fr' } }),
      400,
      'invalid_request',
      'applicant.address.country',
    ],
    ['with an e-mail that is none', applicant({ email: 'anna' }), 400, 'invalid_request', 'applicant.email'],
    ['with a phone without its country', applicant({ phone: '0612345678' }), 400, 'invalid_request', 'applicant.phone'],
    [
      'with an unknown type',
      [json('documents_meta', { items: [{ type: 'library_card' }] }), file()],
      400,
      'invalid_request',
      'documents_meta.items[0].type',
    ],
    [
      'with an unknown side',
      [json('documents_meta', { items: [{ type: 'passport', side: 'left' }] }), file()],
      400,
      'invalid_request',
      'documents_meta.items[0].side',
    ],
    [
      'with fewer items than files',
      [json('documents_meta', { items: [{ type: 'passport' }] }), file(), file()],
      400,
      'documents_meta_mismatch',
      'documents_meta.items',
    ],
    [
      'with more items than files',
      [json('documents_meta', { items: [{ type: 'passport' }, { type: 'selfie' }] }), file()],
      400,
      'documents_meta_mismatch',
      'documents_meta.items',
    ],
    ['with a consent of another form', [{ name: 'consent', value: 'yes' }, file()], 400, 'invalid_request', 'consent'],
    ['with metadata that is no object', [json('metadata', [1]), file()], 400, 'invalid_request', 'metadata'],
    ['with a file in another field', [file(fakeFile(), 'photo'), file()], 400, 'invalid_request', 'photo'],
    ['with a PDF of two pages', [file(fakeFile({ pages: 2 }, 'pdf'))], 400, 'pdf_page_count', 'documents[0]'],
    ['with a PDF without a page', [file(fakeFile({ pages: 0 }, 'pdf'))], 400, 'pdf_page_count', 'documents[0]'],
    ['with an animated WebP', [file(fakeFile({ pages: 9 }, 'webp'))], 400, 'picture_page_count', 'documents[0]'],
    [
      'with a TIFF of two pages',
      [file(), file(fakeFile({ pages: 2 }, 'tiff'))],
      400,
      'picture_page_count',
      'documents[1]',
    ],
    ['with a HEIC called a.jpg', [file(HEIC)], 415, 'heic_unsupported', 'documents[0]'],
    [
      'with an encrypted PDF',
      [file(), file(fakeFile({ encrypted: true }, 'pdf'))],
      400,
      'pdf_encrypted',
      'documents[1]',
    ],
    [
      'with a file whose header cannot be read',
      [file(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]))],
      400,
      'unreadable_file',
      'documents[0]',
    ],
    ['with an empty file', [file(Buffer.alloc(0))], 400, 'unreadable_file', 'documents[0]'],
    ['with a text called a.jpg', [file(Buffer.from('no picture'))], 415, 'unsupported_file_type', 'documents[0]'],
    ['with a GIF called a.jpg', [file(Buffer.from('GIF89a......'))], 415, 'unsupported_file_type', 'documents[0]'],
  ];
  it.each(cases)('%s', async (_name, parts, status, code, field) => {
    expectProblem(await createRaw(server, parts), status, code, field);
    await expectNothingStored();
  });

  it('naming every fault at once, each with its place', async () => {
    const answer = await createRaw(server, applicant({ dob: 'x', email: 'y', nationality: 'zz' }));
    const fields = answer.body.errors.map((item: { field: string }) => item.field).sort();
    expect(fields).toEqual(['applicant.dob', 'applicant.email', 'applicant.nationality']);
  });

  it('with the place of the file among them', async () => {
    const answer = await createRaw(server, [file(), file(Buffer.from('no picture'))]);
    expect(answer.body.errors).toEqual([expect.objectContaining({ document_index: 1, field: 'documents[1]' })]);
  });

  it.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])('as a body of %s', async (type) => {
    const init = { method: 'POST', headers: { 'content-type': type }, body: '{}' };
    expectProblem(await send(server, '/v1/verifications', init), 415, 'unsupported_media_type');
    await expectNothingStored();
  });

  it('as a form that is cut off', async () => {
    const body = '--b\r\nContent-Disposition: form-data; name="documents[]"; filename="a.jpg"\r\n\r\n\xff\xd8';
    const init = { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' }, body };
    expectProblem(await send(server, '/v1/verifications', init), 400, 'malformed_body');
    await expectNothingStored();
  });

  it('with an Idempotency-Key that is no UUID', async () => {
    for (const key of ['1', 'hello', '"6f1f1c1e-7f0e-4c5e-9a53-000000000001', '6f1f1c1e7f0e4c5e9a53000000000001']) {
      const answer = await createRaw(server, [file()], { 'idempotency-key': key });
      expectProblem(answer, 400, 'invalid_idempotency_key');
    }
    await expectNothingStored();
  });
});

describe('a request is refused', () => {
  const paths: [path: string, field: string, code: string][] = [
    ['/v1/verifications?limit=0', 'limit', 'invalid_request'],
    ['/v1/verifications?limit=101', 'limit', 'invalid_request'],
    ['/v1/verifications?limit=ten', 'limit', 'invalid_request'],
    ['/v1/verifications?limit=1.5', 'limit', 'invalid_request'],
    ['/v1/verifications?limit=5&limit=6', 'limit', 'invalid_request'],
    ['/v1/verifications?status=done', 'status', 'invalid_request'],
    ['/v1/verifications?starting_after=nonsense', 'starting_after', 'invalid_cursor'],
    ['/v1/verifications?ending_before=ver_01h455vb4pex5vsknk084sn02q', 'ending_before', 'invalid_cursor'],
    [
      '/v1/verifications?starting_after=ver_01h455vb4pex5vsknk084sn02q&ending_before=ver_01h455vb4pex5vsknk084sn02q',
      'ending_before',
      'invalid_cursor',
    ],
    ['/v1/events?limit=0', 'limit', 'invalid_request'],
  ];
  it.each(paths)('400 at %s', async (path, field, code) => {
    expectProblem(await send(server, path), 400, code, field);
  });

  it('400 at /v1/events with a cursor that is no event', async () => {
    expectProblem(
      await send(server, '/v1/events?starting_after=evt_01h455vb4pex5vsknk084sn02q'),
      400,
      'invalid_cursor',
    );
  });

  it.each([
    ['/v1/verifications/ver_01h455vb4pex5vsknk084sn02q'],
    ['/v1/verifications/nonsense'],
    ['/v1/verifications/ver_01h455vb4pex5vsknk084sn02q/stream'],
    ['/v1/nothing'],
    ['/v2/verifications'],
    ['/verifications'],
  ])('404 at %s', async (path) => {
    expectProblem(await send(server, path), 404, 'not_found');
  });

  it.each([
    ['DELETE', '/v1/verifications', 'GET, HEAD, POST'],
    ['PUT', '/v1/verifications/ver_01h455vb4pex5vsknk084sn02q', 'GET, HEAD, DELETE'],
    ['POST', '/v1/events', 'GET, HEAD'],
    ['PATCH', '/v1/watchlists', 'GET, HEAD, POST'],
    ['GET', '/v1/api-keys/key_01h455vb4pex5vsknk084sn02q/revoke', 'POST'],
  ])('405 for %s %s', async (method, path, allow) => {
    const answer = await send(server, path, { method });
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it.each(['/v1/verifications', '/v1/events', '/v1/watchlists', '/v1/api-keys', '/v1/events/stream'])(
    '406 at %s where its form is not accepted',
    async (path) => {
      expectProblem(await send(server, path, { headers: { accept: 'image/png' } }), 406, 'not_acceptable');
    },
  );

  it('421 for a Host header of another site', async () => {
    expectProblem(await sendAsHost(server, '/v1/verifications', 'attacker.example'), 421, 'misdirected_host');
    expectProblem(await sendAsHost(server, '/healthz', 'attacker.example'), 421, 'misdirected_host');
    expect((await sendAsHost(server, '/v1/verifications', 'localhost:1')).status).toBe(200);
  });

  it('400 where its path is badly encoded', async () => {
    expectProblem(await send(server, '/v1/verifications/%E0%A4%A'), 400, 'invalid_request');
  });
});
