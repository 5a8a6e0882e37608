import { describe, expect, it } from 'vitest';
import type { KybVerificationAnswer } from '../../server/contract/kyb-verification.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { fakeFile } from '../support/fake-engines.ts';
import { lenientPolicy } from '../support/kyb.ts';
import { sampleOf } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, createCompany, holdings, KYB, LEAST_COMPANY, postForm, type RawPart, send, withKey } from './drive.ts';

const KEY = '6f1f1c1e-7f0e-4c5e-9a53-2b1d3c4e5f60';
const DOCUMENTS = [
  { type: 'registration_certificate', name: 'register.pdf' },
  { type: 'proof_of_address' },
  { type: 'proof_of_address' },
];

let made = 0;
/** A unique file. */
const file = (fileName: string, content: Parameters<typeof fakeFile>[0] = {}): RawPart => ({
  name: 'documents[]',
  value: fakeFile({ lines: [`FILE ${made++}`], ...content }),
  fileName,
  type: 'image/jpeg',
});
const meta = (...items: unknown[]): RawPart => ({ name: 'documents_meta', value: JSON.stringify({ items }) });

async function announced(server: TestServer, documents: unknown[] = DOCUMENTS): Promise<string> {
  const { status, body } = await createCompany(server, { company: LEAST_COMPANY, documents });
  expect(status).toBe(201);
  return `${KYB}/${body.id}`;
}
const upload = (server: TestServer, path: string, parts: RawPart[], headers: Record<string, string> = {}) =>
  postForm(server, `${path}/documents`, parts, headers);
const readAt = async (server: TestServer, path: string): Promise<KybVerificationAnswer> =>
  (await send(server, path)).body;
const told = ({ documents }: Pick<KybVerificationAnswer, 'documents'>) =>
  documents.map(({ type, name, status, announced: wasAnnounced }) => [type, name, status, wasAnnounced]);

describe('files for a company', () => {
  it('answer the descriptors of their name, else of their type, else none', async () => {
    await using server = await startTestServer({ start: false });
    const path = await announced(server);
    const parts = [
      file('bill.jpg'),
      file('register.pdf'),
      file('letter.jpg'),
      file('scan.jpg'),
      meta(
        { type: 'proof_of_address' },
        { name: 'register.pdf' },
        { type: 'proof_of_address', name: 'letter of the bank' },
        {},
      ),
    ];
    const { status, body, headers } = await upload(server, path, parts);
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(path);
    expect(told(body)).toEqual([
      ['registration_certificate', 'register.pdf', 'received', true],
      ['proof_of_address', 'bill.jpg', 'received', true],
      ['proof_of_address', 'letter of the bank', 'received', true],
      ['other', 'scan.jpg', 'received', false],
    ]);
    expect(body).toMatchObject({ status: 'pending', links: { self: path }, warnings: [] });
    expect((await readAt(server, path)).documents).toEqual(body.documents);
    for (const document of body.documents) {
      expect(document.id).toMatch(/^doc_/);
      expect(document).toMatchObject({ media_type: 'image/jpeg', dated: null, findings: [] });
    }
    await server.stop();
  });

  it('take the place of an older file of their descriptor', async () => {
    await using server = await startTestServer({ start: false });
    const path = await announced(server);
    const first = await upload(server, path, [file('register.pdf')]);
    const second = await upload(server, path, [file('register.pdf')]);
    expect(told(second.body)).toEqual(told(first.body));
    expect(second.body.documents[0].id).not.toBe(first.body.documents[0].id);
    await server.stop();
  });

  it('are processed, and shown so', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const path = await announced(server, [{ type: 'proof_of_address' }, { type: 'license' }]);
    await upload(server, path, [file('bill.jpg'), meta({ type: 'proof_of_address' })]);
    await server.settle();
    const record = await readAt(server, path);
    expect(told(record)).toEqual([
      ['proof_of_address', 'bill.jpg', 'processed', true],
      ['license', null, 'missing', true],
    ]);
    expect(record.status).toBe('completed');
  });

  it('that come after the end are read and shown, and change nothing else', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const path = await announced(server, [{ type: 'license' }]);
    await server.settle();
    const before = await readAt(server, path);
    expect(told(before)).toEqual([['license', null, 'missing', true]]);
    expect((await upload(server, path, [file('license.jpg'), meta({ type: 'license' })])).status).toBe(201);
    await server.settle();
    const after = await readAt(server, path);
    expect(told(after)).toEqual([['license', 'license.jpg', 'processed', true]]);
    expect(after).toEqual({ ...before, documents: after.documents, updated_at: after.updated_at });
  });

  it('are stored once for one Idempotency-Key', async () => {
    await using server = await startTestServer();
    const path = await announced(server);
    const parts = [file('register.pdf'), meta({})];
    const first = await upload(server, path, parts, withKey(KEY));
    await server.settle();
    const again = await upload(server, path, parts, withKey(KEY));
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
    expect((await upload(server, path, [...parts, file('b.jpg')], withKey(KEY))).body.code).toBe(
      'idempotency_key_reused',
    );
    const other = await announced(server);
    expect((await upload(server, other, parts, withKey(KEY))).body.id).toBe(other.split('/').at(-1));
    expect(await holdings(server)).toMatchObject({ documents: 2 });
  });

  it('may be PDFs of several pages, up to a limit', async () => {
    await using server = await startTestServer({ start: false });
    const path = await announced(server);
    const pdf = (pages: number): RawPart => ({
      ...file('a.pdf'),
      value: fakeFile({ pages }, 'pdf'),
      type: 'application/pdf',
    });
    expect((await upload(server, path, [pdf(1), pdf(LIMITS.companyPdfPagesMax)])).status).toBe(201);
    for (const pages of [0, LIMITS.companyPdfPagesMax + 1]) {
      const { status, body } = await upload(server, path, [pdf(1), pdf(pages)]);
      expect([status, body.code, body.errors[0].document_index]).toEqual([400, 'pdf_page_count', 1]);
      expect(body.detail).toContain(`1 to ${LIMITS.companyPdfPagesMax} pages`);
    }
    await server.stop();
  });

  const faults: [string, (good: RawPart) => RawPart[], number, string, string | undefined][] = [
    ['without a file', () => [meta()], 400, 'documents_missing', 'documents[]'],
    [
      'of another number than described',
      (good) => [good, meta({}, {})],
      400,
      'documents_meta_mismatch',
      'documents_meta.items',
    ],
    [
      'of a type that is none',
      (good) => [good, meta({ type: 'selfie' })],
      400,
      'invalid_request',
      'documents_meta.items[0].type',
    ],
    [
      'with a name that is none',
      (good) => [good, meta({ name: 5 })],
      400,
      'invalid_request',
      'documents_meta.items[0].name',
    ],
    [
      'described by no JSON',
      (good) => [good, { name: 'documents_meta', value: '{' }],
      400,
      'malformed_json',
      'documents_meta',
    ],
    ['that are empty', (good) => [{ ...good, value: '' }], 400, 'unreadable_file', 'documents[0]'],
    [
      'of which one is HEIC',
      (good) => [{ ...good, value: Buffer.from('\0\0\0\x18ftypheic') }],
      415,
      'heic_unsupported',
      'documents[0]',
    ],
    ['that are no picture', (good) => [{ ...good, value: 'GIF89a' }], 415, 'unsupported_file_type', 'documents[0]'],
    [
      'larger than 15 MB',
      (good) => [{ ...good, value: Buffer.alloc(LIMITS.fileSizeBytesMax + 1, 7) }],
      413,
      'file_too_large',
      'documents[0]',
    ],
    [
      'that are too many',
      (good) => Array.from({ length: LIMITS.filesMax + 1 }, () => good),
      400,
      'too_many_documents',
      'documents[]',
    ],
  ];
  it.each(sampleOf('files that are refused', faults, 4))(
    '%s are refused, and nothing is kept',
    async (_name, parts, status, code, field) => {
      await using server = await startTestServer({ start: false });
      const path = await announced(server);
      const before = await holdings(server);
      const { status: answered, body } = await upload(server, path, parts(file('a.jpg')));
      expect([answered, body.code, body.errors[0].field]).toEqual([status, code, field]);
      expect(await holdings(server)).toEqual(before);
      await server.stop();
    },
  );

  it('come with warnings of parts that mean nothing here', async () => {
    await using server = await startTestServer({ start: false });
    const path = await announced(server);
    const parts = [
      file('a.jpg'),
      { name: 'applicant', value: '{}' },
      { name: 'colour', value: 'red' },
      meta({ type: 'other', side: 'front' }),
    ];
    const { body } = await upload(server, path, parts);
    expect(body.warnings.map(({ field }: { field: string }) => field)).toEqual([
      'colour',
      'applicant',
      'documents_meta.items[0].side',
    ]);
    await server.stop();
  });

  it('find no company that is not there, is of the other mode, or is a person', async () => {
    await using server = await startTestServer();
    const path = await announced(server);
    const test = server.makeKey({ livemode: false });
    const { status, body } = await upload(server, path, [file('a.jpg')], bearer(test));
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect((await upload(server, `${KYB}/ver_01h455vb4pex5vsknk084sn02q`, [file('a.jpg')])).status).toBe(404);
    expect((await send(server, `${path}/documents`, { method: 'POST', body: '{}' })).status).toBe(415);
    expect((await send(server, `${path}/documents`)).status).toBe(405);
  });
});
