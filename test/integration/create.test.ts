import { describe, expect, it } from 'vitest';
import { fakeFile } from '../support/fake-engines.ts';
import { ANNA, cardAndSelfie, type FormFile } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer } from '../support/server.ts';
import { create, createRaw, read, send, submit, verify } from './drive.ts';

const FULL = {
  ...ANNA,
  nationality: 'FR',
  email: 'anna@example.org',
  phone: '+33612345678',
  address: { line1: '1 rue', line2: 'B', city: 'Lyon', state: 'ARA', postal_code: '69001', country: 'FR' },
};

describe('the answer to a creation', () => {
  it('has the fields of the customer, and where the record can be read', async () => {
    await using server = await startTestServer({ start: false });
    const { status, headers, body } = await create(server, { files: cardAndSelfie(), applicant: FULL });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^ver_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
      status: 'pending',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      livemode: true,
      applicant: { first_name: 'Anna Lucia', last_name: 'Martello' },
      expected_documents: [{ type: 'national_id', sides: ['front'] }, { type: 'selfie' }],
      links: { self: `/v1/verifications/${body.id}` },
      warnings: [],
    });
    expect(headers.get('location')).toBe(body.links.self);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(await read(server, body.id)).toMatchObject({ id: body.id, status: 'pending', applicant: FULL });
  });

  it('has ids that sort by time', async () => {
    await using server = await startTestServer({ start: false });
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push((await create(server, { files: cardAndSelfie() })).body.id);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('takes a trace and hands it on, and gives every answer an id of its own', async () => {
    await using server = await startTestServer({ start: false });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const first = await create(server, { files: cardAndSelfie() }, { traceparent });
    const second = await send(server, '/v1/verifications');
    expect(first.headers.get('traceparent')).toBe(traceparent);
    expect(second.headers.get('traceparent')).toBeNull();
    expect(first.headers.get('request-id')).not.toBe(second.headers.get('request-id'));
    const line = server.logged.find((entry) => entry.includes(String(first.headers.get('request-id'))));
    expect(line).toContain(traceparent);
  });
});

describe('what is expected', () => {
  const expectedOf = async (documents: Omit<FormFile, 'bytes'>[]): Promise<unknown> => {
    await using server = await startTestServer({ start: false });
    const files = documents.map((document) => ({ ...document, bytes: fakeFile() }));
    const { status, body } = await create(server, { files });
    expect(status).toBe(201);
    return body.expected_documents;
  };

  it('is one item for each type in the order of first mention, its sides merged', async () => {
    const sides = [
      { type: 'national_id', side: 'front' },
      { type: 'selfie' },
      { type: 'national_id', side: 'back' },
      { type: 'national_id', side: 'front' },
    ];
    expect(await expectedOf(sides)).toEqual([{ type: 'national_id', sides: ['front', 'back'] }, { type: 'selfie' }]);
  });

  it('may be every type of document', async () => {
    const types = ['passport', 'driving_license', 'residence_permit', 'proof_of_address', 'other', 'national_id'];
    expect(await expectedOf(types.map((type) => ({ type })))).toEqual(types.map((type) => ({ type })));
  });

  it('is unknown for each file where nothing was declared', async () => {
    await using server = await startTestServer({ start: false });
    const { body } = await create(server, { files: cardAndSelfie(), documents_meta: null });
    expect(body.expected_documents).toEqual([{ type: 'unknown' }, { type: 'unknown' }]);
  });
});

describe('the form', () => {
  const file = { name: 'documents[]', value: fakeFile(), fileName: 'front.jpg', type: 'image/jpeg' };
  const meta = { items: [{ type: 'national_id', side: 'front' }] };

  it.each([
    ['with the content type of their parts', 'application/json'],
    ['without one', undefined],
  ])('takes JSON parts %s', async (_name, type) => {
    await using server = await startTestServer({ start: false });
    const part = (name: string, value: unknown) => ({
      name,
      value: JSON.stringify(value),
      ...(type === undefined ? {} : { type }),
    });
    const parts = [
      part('applicant', ANNA),
      part('documents_meta', meta),
      part('metadata', { a: [1, { b: null }] }),
      file,
    ];
    const { status, body } = await createRaw(server, parts);
    expect(status).toBe(201);
    expect(await read(server, body.id)).toMatchObject({ applicant: ANNA, metadata: { a: [1, { b: null }] } });
  });

  it('takes files as documents too', async () => {
    await using server = await startTestServer({ start: false });
    const { status, body } = await createRaw(server, [{ ...file, name: 'documents' }, file]);
    expect(status).toBe(201);
    expect((await read(server, body.id)).documents).toHaveLength(2);
  });

  it('takes an address by the dotted names of the customer', async () => {
    await using server = await startTestServer({ start: false });
    const applicant = { ...ANNA, 'address.city': 'Lyon', 'address.country': 'FR' };
    const { status, body } = await create(server, { files: cardAndSelfie(), applicant });
    expect([status, body.warnings]).toEqual([201, []]);
    expect((await read(server, body.id)).applicant.address).toEqual({ city: 'Lyon', country: 'FR' });
  });

  it.each([
    ['true', true],
    ['false', false],
    [undefined, null],
  ])('reads the consent %s', async (sent, kept) => {
    await using server = await startTestServer({ start: false });
    const parts = { files: cardAndSelfie(), ...(sent === undefined ? {} : { consent: sent }) };
    const { status, body } = await create(server, parts);
    expect(status).toBe(201);
    expect((await read(server, body.id)).consent).toBe(kept);
  });

  it('knows a file by its bytes, not by its name', async () => {
    await using server = await startTestServer({ start: false });
    const files = [
      { bytes: fakeFile({}, 'png'), name: 'scan.pdf', type: 'national_id' },
      { bytes: fakeFile({}, 'pdf'), name: 'photo.jpg', type: 'other' },
      { bytes: fakeFile({}, 'jpeg'), name: 'no-extension', type: 'selfie' },
      { bytes: fakeFile({}, 'webp'), name: 'photo.png', type: 'passport' },
      { bytes: fakeFile({}, 'tiff'), name: 'scan', type: 'other' },
    ];
    const { status, body } = await create(server, { files });
    expect(status).toBe(201);
    const { documents } = await read(server, body.id);
    expect(documents.map(({ media_type }) => media_type)).toEqual([
      'image/png',
      'application/pdf',
      'image/jpeg',
      'image/webp',
      'image/tiff',
    ]);
    expect(documents.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
    expect(documents.map(({ size_bytes }) => size_bytes)).toEqual(files.map(({ bytes }) => bytes.length));
  });

  it('takes any metadata of up to 16 kB', async () => {
    await using server = await startTestServer({ start: false });
    const sized = (bytes: number) => ({ text: 'x'.repeat(bytes - Buffer.byteLength('{"text":""}')) });
    const metadata = sized(16 * 1024);
    const { status, body } = await create(server, { files: cardAndSelfie(), metadata });
    expect(status).toBe(201);
    expect((await read(server, body.id)).metadata).toEqual(metadata);
    const larger = await create(server, { files: cardAndSelfie(), metadata: sized(16 * 1024 + 1) });
    expect([larger.status, larger.body.errors[0].field]).toEqual([400, 'metadata']);
  });
});

describe('warnings', () => {
  it('name the fields that are not known, which are not stored', async () => {
    await using server = await startTestServer({ start: false });
    const applicant = { ...ANNA, middle_name: 'planted', address: { city: 'Lyon', cty: 'planted' } };
    const documents_meta = {
      items: [{ type: 'national_id', country: 'planted' }, { type: 'selfie' }],
      note: 'planted',
    };
    const { status, body } = await create(server, { files: cardAndSelfie(), applicant, documents_meta });
    expect(status).toBe(201);
    const fields = [
      'applicant.middle_name',
      'applicant.address.cty',
      'documents_meta.items[0].country',
      'documents_meta.note',
    ];
    expect(body.warnings).toHaveLength(fields.length);
    for (const field of fields) expect(body.warnings).toContainEqual({ code: 'unknown_field', field });
    expect(JSON.stringify(await read(server, body.id))).not.toContain('planted');
  });

  it('name a part that is not known, and a side where there is none', async () => {
    await using server = await startTestServer({ start: false });
    const parts = [
      { name: 'documents_meta', value: JSON.stringify({ items: [{ type: 'selfie', side: 'front' }] }) },
      { name: 'colour', value: 'planted' },
      { name: 'documents[]', value: fakeFile(), fileName: 'selfie.jpg' },
    ];
    const { status, body } = await createRaw(server, parts);
    expect([status, body.expected_documents]).toEqual([201, [{ type: 'selfie' }]]);
    expect(body.warnings).toHaveLength(2);
    expect(body.warnings).toContainEqual({ code: 'unknown_field', field: 'colour' });
    expect(body.warnings).toContainEqual({ code: 'side_ignored', field: 'documents_meta.items[0].side' });
  });

  it('tell of a webhook_url, which is taken', async () => {
    await using server = await startTestServer({ start: false });
    const { status, body } = await create(server, { files: cardAndSelfie(), webhook_url: 'https://example.org/hook' });
    expect(status).toBe(201);
    expect(body.warnings).toEqual([expect.objectContaining({ field: 'webhook_url' })]);
  });

  it.each(['not a url', '/hook', 'ftp://example.org/hook', 'javascript:alert(1)', 'https://'])(
    'are no answer to the webhook_url %s, which is 400',
    async (webhook_url) => {
      await using server = await startTestServer({ start: false });
      const { status, body } = await create(server, { files: cardAndSelfie(), webhook_url });
      expect(status).toBe(400);
      expect(body.errors).toEqual([expect.objectContaining({ field: 'webhook_url' })]);
    },
  );
});

it('takes twenty at once, each one record, and verifies them all', inWholeRunAlone('1 s'), async () => {
  await using server = await startTestServer();
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, i) => submit(server, { files: cardAndSelfie(), applicant: ANNA, metadata: { i } })),
  );
  expect(new Set(ids).size).toBe(20);
  await server.settle();
  for (const [i, id] of ids.entries()) {
    expect(await read(server, id)).toMatchObject({ status: 'completed', metadata: { i } });
  }
});

it('needs nothing but one file', async () => {
  await using server = await startTestServer();
  const record = await verify(server, { files: cardAndSelfie().slice(0, 1), documents_meta: null });
  expect(record).toMatchObject({ applicant: {}, consent: null, metadata: null, status: 'needs_review' });
});
