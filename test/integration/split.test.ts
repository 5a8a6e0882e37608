import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { type FakeContent, fakeFile } from '../support/fake-engines.ts';
import { ANNA, CARD_LINES, cardAndSelfie, type FormFile, form } from '../support/form.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { create, holdings, NOTHING, read, send, verify } from './drive.ts';

/** Front and back of a card; the sharpness identifies the back. */
const BOTH = fakeFile(
  {
    pages: 2,
    onPage: [
      { lines: CARD_LINES, faces: [0] },
      { lines: ['BACK'], quality: { sharpness: 777 } },
    ],
  },
  'pdf',
);
const split = (more: Partial<FormFile> = {}): FormFile => ({
  bytes: BOTH,
  name: 'card.pdf',
  type: 'national_id',
  side: 'front',
  split: true,
  ...more,
});
const selfie = (angle = 0.1): FormFile => ({ bytes: fakeFile({ faces: [angle] }), name: 'me.jpg', type: 'selfie' });
const page = (name: string): FormFile => ({ bytes: fakeFile({ lines: [name] }), name, type: 'other' });

/** For tests that need no server of their own. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ start: false });
  return () => server[Symbol.asyncDispose]();
});

describe('a PDF of two pages that is to be split', () => {
  it('becomes two documents, each read from its page, shown as it, and with the file as it came', async () => {
    await using server = await startTestServer();
    const record = await verify(server, { applicant: ANNA, files: [split(), selfie()] });
    expect(record.documents.map((one) => [one.name, one.type, one.side, one.page, one.pages])).toEqual([
      ['card.pdf', 'national_id', 'front', 1, 1],
      ['card.pdf', 'national_id', 'back', 2, 1],
      ['me.jpg', 'selfie', null, null, 1],
    ]);
    expect(record.documents.map(({ quality }) => quality?.sharpness)).toEqual([1000, 777, 1000]);
    expect(record.documents.map(({ boxes }) => boxes.faces.length)).toEqual([1, 0, 1]);
    expect(record.expected_documents).toEqual([{ type: 'national_id', sides: ['front', 'back'] }, { type: 'selfie' }]);
    expect(record.status).toBe('completed');
    expect(JSON.stringify(record)).not.toContain('file_sent_twice');
    for (const [index, lines] of [
      [0, CARD_LINES],
      [1, ['BACK']],
    ] as const) {
      const path = `${record.links.self}/documents/${record.documents[index]?.id}`;
      expect(Buffer.from(await (await server.fetch(path)).arrayBuffer()).equals(BOTH)).toBe(true);
      const picture = Buffer.from(await (await server.fetch(`${path}/pages/1`)).arrayBuffer());
      expect((JSON.parse(picture.subarray(4).toString()) as FakeContent).lines).toEqual(lines);
      const { status, body } = await send(server, `${path}/pages/2`, {
        headers: { authorization: `Bearer ${server.key}` },
      });
      expect([status, body.detail]).toEqual([404, 'This document has 1 page. Request one that exists.']);
    }
  });

  it('that was sent twice is reported, page by page', async () => {
    await using server = await startTestServer();
    const { checks } = await verify(server, { applicant: ANNA, files: [split(), split(), selfie()] });
    expect(checks.duplicates.findings.filter(({ code }) => code === 'file_sent_twice')).toHaveLength(2);
  });

  it('tells no side where none was told', async () => {
    const { body } = await create(server, { files: [{ bytes: BOTH, type: 'passport', split: true }] });
    expect((await read(server, body.id)).documents.map(({ side }) => side)).toEqual([null, null]);
  });

  it('is added later too: each page takes the place of what counted of its side', async () => {
    await using server = await startTestServer();
    const files = [
      ...cardAndSelfie({ card: { lines: ['NOTHING'] } }),
      { ...page('back.jpg'), type: 'national_id', side: 'back' },
    ];
    const { status, links, documents } = await verify(server, { applicant: ANNA, files });
    expect(status).toBe('needs_review');
    const added = await server.fetch(`${links.self}/documents`, { method: 'POST', body: form({ files: [split()] }) });
    expect(added.status).toBe(201);
    const answer = (await added.json()) as { documents: typeof documents };
    const [first, second] = answer.documents.slice(3);
    expect([first?.page, second?.page]).toEqual([1, 2]);
    expect(answer.documents.map(({ replaced_by }) => replaced_by)).toEqual([first?.id, null, second?.id, null, null]);
    await server.settle();
  });
});

describe('is refused, and nothing of it is kept', () => {
  const [pdf, three] = [fakeFile({}, 'pdf'), fakeFile({ pages: 3 }, 'pdf')];
  it.each([
    ['a picture', [split({ bytes: fakeFile() })]],
    ['a TIFF of two pages', [split({ bytes: fakeFile({ pages: 2 }, 'tiff') })]],
    ['a PDF of one page', [split({ bytes: pdf })]],
    ['a PDF of three pages', [split({ bytes: three })]],
    ['a selfie', [split({ type: 'selfie' })]],
    ['a proof of address', [split({ type: 'proof_of_address' })]],
    ['one that comes after another that may be split', [split(), split({ bytes: pdf })]],
  ])('%s', async (_, files) => {
    await using server = await startTestServer({ start: false });
    const { status, body } = await create(server, { files });
    const index = files.length - 1;
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    const field = `documents_meta.items[${index}].split`;
    expect(body.errors).toEqual([expect.objectContaining({ code: 'invalid_split', field, document_index: index })]);
    expect(await holdings(server)).toEqual(NOTHING);
  });

  it('where split is no boolean, or a file beside it is bad', async () => {
    await using server = await startTestServer({ start: false });
    const items = [{ type: 'passport', split: 'yes' }];
    const odd = await create(server, { files: [split()], documents_meta: { items } });
    expect([odd.status, odd.body.errors[0].field]).toEqual([400, 'documents_meta.items[0].split']);
    const beside = await create(server, { files: [split(), { bytes: Buffer.from('GIF89a'), type: 'selfie' }] });
    expect([beside.status, beside.body.code]).toEqual([415, 'unsupported_file_type']);
    expect(await holdings(server)).toEqual(NOTHING);
  });

  it('without split, as ever, with what would take it; and with split set to false', async () => {
    for (const asked of [{ bytes: BOTH, type: 'passport' }, split({ split: false })]) {
      const { status, body } = await create(server, { files: [asked] });
      expect([status, body.code]).toEqual([400, 'pdf_page_count']);
      expect(body.detail).toContain('documents_meta.items[0].split');
    }
    const { body } = await create(server, { files: [{ bytes: three, type: 'passport' }] });
    expect(body.detail).not.toContain('split');
  });

  it('with more documents than a form may have, counted by pages', async () => {
    const others = Array.from({ length: LIMITS.filesMax - 2 }, (_, i) => page(`${i}.jpg`));
    const most = await create(server, { files: [split(), ...others] });
    expect(most.status).toBe(201);
    expect((await read(server, most.body.id)).documents).toHaveLength(LIMITS.filesMax);
    const before = await holdings(server);
    const { status, body } = await create(server, { files: [split(), ...others, selfie()] });
    expect([status, body.code, body.errors[0].field]).toEqual([400, 'too_many_documents', 'documents_meta.items']);
    expect(await holdings(server)).toEqual(before);
  });

  it('with more documents than a record may have, counted by pages', async () => {
    await using server = await startTestServer();
    const many = (count: number, from: string) => Array.from({ length: count }, (_, i) => page(`${from} ${i}`));
    const { links, id } = await verify(server, { applicant: ANNA, files: many(LIMITS.filesMax, 'first') });
    const add = (files: FormFile[]) =>
      server.fetch(`${links.self}/documents`, { method: 'POST', body: form({ files }) });
    for (const count of [LIMITS.filesMax, LIMITS.personDocumentsMax - 2 * LIMITS.filesMax - 1]) {
      expect((await add(many(count, `${count}`))).status).toBe(201);
      await server.settle();
    }
    const before = await holdings(server);
    const refused = await add([split()]);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([400, 'too_many_documents']);
    expect(await holdings(server)).toEqual(before);
    expect((await read(server, id)).documents).toHaveLength(LIMITS.personDocumentsMax - 1);
  });
});
