import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../server/lib/limits.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { type FormPart, file, JPEG, json, multipart, PDF, PNG, post, type Rig, startRig } from './rig.ts';

let rig: Rig;
let secret: string;
beforeAll(async () => {
  rig = await startRig();
  secret = rig.secret();
});
afterAll(() => rig[Symbol.asyncDispose]());
beforeEach(() => {
  rig.forget();
  rig.engines.imageFailure = null;
  rig.engines.headerAtBytes = 0;
  rig.engines.pdf = { pageCount: 1, encrypted: false };
});

const submitted = () => rig.records()[0];

describe('a creation', () => {
  it('answers with the contract and hands the meaning on', async () => {
    const answer = await post(rig, secret, [
      json('applicant', { first_name: 'Aïcha', last_name: 'Koné', dob: '1990-05-31', foo: 1 }),
      json('documents_meta', {
        items: [
          { name: 'front.jpg', type: 'national_id', side: 'front' },
          { type: 'selfie' },
          { type: 'national_id', side: 'back' },
        ],
      }),
      file(),
      file(PNG),
      file(PDF),
      { name: 'consent', value: 'true' },
      json('metadata', { ref: 'A-1', simulate: 'whatever' }),
    ]);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^ver_/),
      status: 'pending',
      created_at: '2023-11-14T22:13:20.000Z',
      livemode: true,
      applicant: { first_name: 'Aïcha', last_name: 'Koné' },
      expected_documents: [{ type: 'national_id', sides: ['front', 'back'] }, { type: 'selfie' }],
      links: { self: `/v1/verifications/${answer.body.id}` },
      warnings: [{ code: 'unknown_field', field: 'applicant.foo' }],
    });
    expect(answer.headers.get('location')).toBe(answer.body.links.self);
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
    expect(submitted()).toMatchObject({
      livemode: true,
      submission: {
        applicant: { first_name: 'Aïcha', last_name: 'Koné', dob: '1990-05-31' },
        consent: true,
        metadata: { ref: 'A-1', simulate: 'whatever' },
        webhook_url: null,
      },
      documents: [
        { name: 'front.jpg', type: 'national_id', side: 'front', mediaType: 'image/jpeg', sizeBytes: 64 },
        { name: 'a.jpg', type: 'selfie', side: null, mediaType: 'image/png' },
        { name: 'a.jpg', type: 'national_id', side: 'back', mediaType: 'application/pdf' },
      ],
    });
  });

  it('needs nothing but a file, and says what it does not know', async () => {
    const answer = await post(rig, secret, [file(JPEG, 'documents'), file()]);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      applicant: {},
      expected_documents: [{ type: 'unknown' }, { type: 'unknown' }],
      warnings: [],
    });
    expect(submitted()?.submission).toEqual({ applicant: {}, consent: null, metadata: null, webhook_url: null });
  });

  it('takes JSON parts as text, as files, and with a byte order mark', async () => {
    const answer = await post(rig, secret, [
      { name: 'applicant', value: '{"first_name":"A"}' },
      { name: 'metadata', value: '\uFEFF{"a":1}', fileName: 'blob', type: 'application/json' },
      { name: 'documents_meta', value: '{"items":[{"type":"selfie"}]}', fileName: 'm.json', type: 'text/plain' },
      file(),
    ]);
    expect(answer.status).toBe(201);
    expect(submitted()?.submission).toMatchObject({ applicant: { first_name: 'A' }, metadata: { a: 1 } });
    expect(submitted()?.documents[0]?.type).toBe('selfie');
  });

  it('takes an address in dotted form, and leaves out what is blank', async () => {
    await post(rig, secret, [
      json('applicant', { first_name: ' ', 'address.city': 'Lyon', 'address.line1': '' }),
      file(),
    ]);
    expect(submitted()?.submission.applicant).toEqual({ address: { city: 'Lyon' } });
  });

  it('warns of what has no effect', async () => {
    const answer = await post(rig, secret, [
      json('documents_meta', { items: [{ type: 'selfie', side: 'front' }] }),
      { name: 'webhook_url', value: 'https://example.org/hook' },
      { name: 'colour', value: 'red' },
      file(),
    ]);
    expect(answer.body.warnings).toEqual([
      { code: 'unknown_field', field: 'colour' },
      { code: 'side_ignored', field: 'documents_meta.items[0].side' },
      { code: 'webhook_url_not_allowed', field: 'webhook_url' },
    ]);
    expect(submitted()?.submission.webhook_url).toBe('https://example.org/hook');
    expect(submitted()?.documents[0]?.side).toBeNull();
  });

  it('keeps a member of metadata that is named like one of Object', async () => {
    await post(rig, secret, [{ name: 'metadata', value: '{"__proto__":{"a":1}}' }, file()]);
    expect(JSON.stringify(submitted()?.submission.metadata)).toBe('{"__proto__":{"a":1}}');
  });

  it('takes a file of exactly 15 MiB', inWholeRunAlone('1 s'), async () => {
    const exact = Buffer.concat([JPEG, Buffer.alloc(LIMITS.fileSizeBytesMax - JPEG.length)]);
    const answer = await post(rig, secret, [file(exact)]);
    expect(answer.status).toBe(201);
    expect(submitted()?.documents[0]?.sizeBytes).toBe(LIMITS.fileSizeBytesMax);
  });
});

const elevenFiles = Array.from({ length: 11 }, () => file());
const oversized = () => file(Buffer.alloc(LIMITS.fileSizeBytesMax + 1, 0xff));

describe('a refusal', () => {
  it.each<[string, () => FormPart[], number, string, object]>([
    ['no file', () => [json('applicant', {})], 400, 'documents_missing', { field: 'documents[]' }],
    [
      'a file part without a file',
      () => [{ name: 'documents[]', value: '', fileName: '', type: 'application/octet-stream' }],
      400,
      'documents_missing',
      { field: 'documents[]' },
    ],
    [
      'documents as text',
      () => [{ name: 'documents[]', value: 'aGVsbG8=' }],
      400,
      'documents_missing',
      { field: 'documents[]' },
    ],
    [
      'documents as long text',
      () => [{ name: 'documents[]', value: 'x'.repeat(70_000) }],
      400,
      'documents_missing',
      { field: 'documents[]' },
    ],
    ['eleven files', () => elevenFiles, 400, 'too_many_documents', { document_index: 10 }],
    ['an unknown file field', () => [file(JPEG, 'photo')], 400, 'invalid_request', { field: 'photo' }],
    [
      'malformed JSON',
      () => [{ name: 'applicant', value: '{' }, file()],
      400,
      'malformed_json',
      { field: 'applicant' },
    ],
    [
      'a part that came twice',
      () => [json('applicant', {}), json('applicant', {}), file()],
      400,
      'invalid_request',
      { field: 'applicant' },
    ],
    [
      'a part as field and file',
      () => [json('applicant', {}), { ...json('applicant', {}), fileName: 'b' }, file()],
      400,
      'invalid_request',
      { field: 'applicant' },
    ],
    [
      'a bracketed part',
      () => [{ name: 'metadata[a]', value: '1' }, file()],
      400,
      'invalid_request',
      { field: 'metadata' },
    ],
    [
      'a wrong field',
      () => [json('applicant', { dob: '1990-02-30' }), file()],
      400,
      'invalid_request',
      { field: 'applicant.dob' },
    ],
    [
      'fewer items than files',
      () => [json('documents_meta', { items: [] }), file()],
      400,
      'documents_meta_mismatch',
      { field: 'documents_meta.items' },
    ],
    [
      'a long JSON part',
      () => [json('applicant', { a: 'x'.repeat(70_000) }), file()],
      400,
      'invalid_request',
      { field: 'applicant' },
    ],
    [
      'a long JSON part as a file',
      () => [{ ...json('applicant', { a: 'x'.repeat(70_000) }), fileName: 'b' }, file()],
      400,
      'invalid_request',
      { field: 'applicant' },
    ],
    [
      'a JSON part that is no UTF-8',
      () => [{ name: 'applicant', value: Buffer.from('{"first_name":"Jos\xe9"}', 'latin1') }, file()],
      400,
      'invalid_request',
      { field: 'applicant' },
    ],
    [
      'a JSON file that is no UTF-8',
      () => [{ name: 'applicant', value: Buffer.from([0x7b, 0xff, 0x7d]), fileName: 'b' }, file()],
      400,
      'invalid_request',
      { field: 'applicant' },
    ],
    [
      'metadata over 16 kB',
      () => [json('metadata', { a: 'x'.repeat(17_000) }), file()],
      400,
      'invalid_request',
      { field: 'metadata' },
    ],
    [
      'a webhook that is no URL',
      () => [{ name: 'webhook_url', value: 'javascript:alert(1)' }, file()],
      400,
      'invalid_request',
      { field: 'webhook_url' },
    ],
    ['an empty file', () => [file(), file(Buffer.alloc(0))], 400, 'unreadable_file', { document_index: 1 }],
    ['a file over 15 MiB', () => [file(), oversized()], 413, 'file_too_large', { document_index: 1 }],
    [
      'a file of another type',
      () => [file(Buffer.from('GIF89a and more'))],
      415,
      'unsupported_file_type',
      { document_index: 0 },
    ],
    [
      'too many fields',
      () => [...Array.from({ length: 30 }, (_, i) => ({ name: `f${i}`, value: '' })), file()],
      400,
      'malformed_body',
      { code: 'malformed_body' },
    ],
  ])('of %s names the fault and leaves nothing', async (_name, parts, status, code, item) => {
    const answer = await post(rig, secret, parts());
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ type: `/problems/${code}`, code, status, instance: '/v1/verifications' });
    expect(answer.body.errors[0]).toMatchObject(item);
    expect(answer.body.request_id).toBe(answer.headers.get('request-id'));
    expect(rig.records()).toHaveLength(0);
    expect(await rig.leftovers()).toEqual([]);
  });

  it('of a full queue leaves nothing and says when to come back', async () => {
    const { queueLengthMax } = rig.appliance;
    rig.appliance.queueLengthMax = 0;
    const answer = await post(rig, secret, [file()]);
    rig.appliance.queueLengthMax = queueLengthMax;
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('30');
    expect(await rig.leftovers()).toEqual([]);
  });

  it.each([
    ['application/json', '{}'],
    ['application/x-www-form-urlencoded', 'a=b'],
  ])('of a body as %s is 415', async (type, body) => {
    const response = await fetch(`${rig.base}/v1/verifications`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': type, Authorization: `Bearer ${secret}` },
    });
    expect(response.status).toBe(415);
  });

  it.each([
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="applicant"\r\n\r\n{}'],
    ['multipart/form-data; boundary=x', 'nothing of the kind'],
  ])('of a damaged form (%s) is 400', async (type, body) => {
    const response = await fetch(`${rig.base}/v1/verifications`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': type, Authorization: `Bearer ${secret}` },
    });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { code: string }).code).toMatch(/malformed_body|documents_missing/);
    expect(await rig.leftovers()).toEqual([]);
  });
});

describe('what the engines say at once', () => {
  it.each([
    ['bad_input', 400],
    ['unavailable', 201],
    ['crashed', 201],
    ['timeout', 201],
  ] as const)('an image whose inspection gives %s is %i', async (failure, status) => {
    rig.engines.imageFailure = failure;
    const answer = await post(rig, secret, [file()]);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.code).toBe('unreadable_file');
  });

  it('a header behind the kept bytes is looked for in the whole file', async () => {
    rig.engines.headerAtBytes = LIMITS.fileHeadBytes + 10;
    const long = Buffer.concat([JPEG, Buffer.alloc(LIMITS.fileHeadBytes)]);
    expect((await post(rig, secret, [file(long)])).status).toBe(201);
    expect((await post(rig, secret, [file()])).status).toBe(400);
  });

  it.each([
    [{ pageCount: 2, encrypted: false }, 'pdf_page_count'],
    [{ pageCount: 0, encrypted: false }, 'pdf_page_count'],
    [{ pageCount: 0, encrypted: true }, 'pdf_encrypted'],
    ['bad_input', 'unreadable_file'],
    ['timeout', 'unreadable_file'],
  ] as const)('a PDF of %j is refused as %s', async (pdf, code) => {
    rig.engines.pdf = pdf;
    const answer = await post(rig, secret, [file(), file(PDF)]);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe(code);
    expect(answer.body.errors[0].document_index).toBe(1);
  });

  it('a PDF is taken while the engine cannot answer', async () => {
    rig.engines.pdf = 'crashed';
    expect((await post(rig, secret, [file(PDF)])).status).toBe(201);
  });
});

describe('a test key', () => {
  it.each(['completed', 'failed', 'needs_review'])('may simulate %s', async (simulate) => {
    const answer = await post(rig, rig.secret('all', false), [json('metadata', { simulate }), file()]);
    expect(answer.status).toBe(201);
    expect(answer.body.livemode).toBe(false);
  });

  it('may not simulate anything else', async () => {
    const answer = await post(rig, rig.secret('all', false), [json('metadata', { simulate: 'pending' }), file()]);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe('metadata.simulate');
  });
});

/** A raw request, so that a test controls which parts of the body are sent. */
function open(headers: Record<string, string>) {
  const { port } = new URL(rig.base);
  const req = request({
    port,
    path: '/v1/verifications',
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, ...headers },
  });
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    req.on('error', reject);
    req.on('response', async (res) => {
      let text = '';
      for await (const chunk of res) text += chunk;
      resolve({ status: res.statusCode ?? 0, text });
    });
  });
  return { req, answer };
}

async function eventually(check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await check()) return;
    await delay(10);
  }
  throw new Error('it did not happen');
}

describe('the connection', () => {
  it('is answered 413 before the body is read where its length is over every limit', async () => {
    const { req, answer } = open({ 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': '200000000' });
    req.flushHeaders();
    expect((await answer).status).toBe(413);
    req.destroy();
  });

  it('may break in the middle of a file, and nothing stays', async () => {
    const { body, type } = multipart([file(Buffer.concat([JPEG, Buffer.alloc(300_000)]))]);
    const { req, answer } = open({ 'Content-Type': type, 'Content-Length': String(body.length) });
    req.write(body.subarray(0, 200_000));
    await eventually(async () => (await rig.leftovers()).length > 0);
    req.destroy();
    await expect(answer).rejects.toThrow();
    await eventually(async () => (await rig.leftovers()).length === 0);
    expect(rig.records()).toHaveLength(0);
  });

  it('is answered 413 where an endless body passes every limit', inWholeRunAlone('1 s'), async () => {
    const { req, answer } = open({ 'Content-Type': 'multipart/form-data; boundary=x' });
    req.write('--x\r\nContent-Disposition: form-data; name="documents[]"; filename="a"\r\n\r\n');
    const chunk = Buffer.alloc(1_000_000);
    const pump = (): void => {
      while (!req.destroyed && req.write(chunk));
    };
    req.on('drain', pump);
    pump();
    expect((await answer).status).toBe(413);
    req.destroy();
    await eventually(async () => (await rig.leftovers()).length === 0);
  });

  it('is cut a while after a refusal where the client never ends its body', async () => {
    await using short = await startRig({ lingerMs: 50 });
    // Otherwise the server's own idle timeout would end the connection too.
    short.server.keepAliveTimeout = 0;
    let text = '';
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(short.base).port), '127.0.0.1');
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve());
      socket.write(
        'POST /v1/verifications HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n',
      );
    });
    expect(text).toContain('HTTP/1.1 401');
  });

  it(
    'is read on after a refusal as long as more of it comes, so that a slow client has its answer',
    inWholeRunAlone('1 s'),
    async () => {
      await using short = await startRig({ lingerMs: 100 });
      short.server.keepAliveTimeout = 0;
      const told = await new Promise<{ chunks: number; fault: string | null }>((resolve) => {
        let chunks = 0;
        let fault: string | null = null;
        const socket = connect(Number(new URL(short.base).port), '127.0.0.1').resume();
        socket.write('POST /v1/verifications HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
        const timer = setInterval(() => {
          chunks += 1;
          if (chunks <= 20) socket.write('1\r\nx\r\n');
        }, 20);
        socket.on('error', (error) => {
          fault = error.message;
        });
        socket.on('close', () => {
          clearInterval(timer);
          resolve({ chunks, fault });
        });
      });
      expect(told.fault).toBeNull();
      expect(told.chunks).toBeGreaterThan(20);
    },
  );

  it('is answered 408 where an upload takes too long', async () => {
    await using slow = await startRig({ uploadTimeoutMs: 100, lingerMs: 100 });
    const { body, type } = multipart([file()]);
    const req = request(`${slow.base}/v1/verifications`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${slow.secret()}`, 'Content-Type': type },
    });
    const answer = new Promise<IncomingMessage>((resolve) => {
      req.on('error', () => {});
      req.on('response', resolve);
    });
    req.write(body.subarray(0, body.length - 20));
    const res = await answer;
    expect(res.statusCode).toBe(408);
    expect(await readJson(res)).toMatchObject({ code: 'request_timeout' });
    await new Promise((resolve) => req.once('close', resolve));
    expect(await slow.leftovers()).toEqual([]);
  });
});

describe('the same Idempotency-Key', () => {
  const uuid = '3f0a1b2c-0000-4000-8000-0123456789ab';
  const parts = () => [json('applicant', { first_name: 'A', last_name: 'B' }), file()];

  it('replays byte for byte, whatever the boundary, the order of members and the quotes', async () => {
    const first = await post(rig, secret, parts(), { 'Idempotency-Key': uuid });
    const again = await post(
      rig,
      secret,
      [file(), { name: 'applicant', value: '{"last_name":"B", "first_name":"A"}' }],
      { 'Idempotency-Key': `"${uuid.toUpperCase()}"` },
      'another',
    );
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('location')).toBe(first.body.links.self);
    expect(rig.records()).toHaveLength(1);
    expect(await rig.leftovers()).not.toContain(again.body.id);
  });

  it.each<[string, () => FormPart[]]>([
    ['another file', () => [json('applicant', { first_name: 'A', last_name: 'B' }), file(PNG)]],
    ['another field', () => [json('applicant', { first_name: 'A', last_name: 'C' }), file()]],
    ['another part', () => [...parts(), { name: 'consent', value: 'true' }]],
    ['a file more', () => [...parts(), file()]],
  ])('with %s is 422', async (_name, other) => {
    const answer = await post(rig, secret, other(), { 'Idempotency-Key': uuid });
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe('idempotency_key_reused');
  });

  it('of another API key is another request', async () => {
    const answer = await post(rig, rig.secret(), parts(), { 'Idempotency-Key': uuid });
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
  });

  it('at the same time is 409, and free again afterwards', async () => {
    const key = { 'Idempotency-Key': '11111111-2222-4333-8444-555555555555' };
    let openGate = (): void => {};
    const gate = new Promise<void>((resolve) => {
      openGate = resolve;
    });
    const { vault } = rig.appliance;
    const keepFiles: typeof vault.keepFiles = (...given) => gate.then(() => vault.keepFiles(...given));
    rig.appliance.vault = { ...vault, keepFiles };
    const first = post(rig, secret, parts(), key);
    await eventually(async () => (await rig.leftovers()).length > 0);
    const second = await post(rig, secret, parts(), key);
    openGate();
    expect(second.status).toBe(409);
    expect(second.headers.get('retry-after')).toBe('1');
    expect((await first).status).toBe(201);
    expect((await post(rig, secret, parts(), key)).headers.get('idempotent-replayed')).toBe('true');
  });

  it('is not used up by a refusal', async () => {
    const key = { 'Idempotency-Key': '99999999-2222-4333-8444-555555555555' };
    expect((await post(rig, secret, [], key)).status).toBe(400);
    expect((await post(rig, secret, parts(), key)).status).toBe(201);
  });

  it('that is no UUID is 400', async () => {
    const answer = await post(rig, secret, parts(), { 'Idempotency-Key': 'order-17' });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('invalid_idempotency_key');
  });
});
