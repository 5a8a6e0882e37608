import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { fakeFile } from '../support/fake-engines.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, create, createRaw, holdings, multipart, NOTHING, read, send, verify } from './drive.ts';

const clean = { files: cardAndSelfie(), applicant: ANNA };
const incoming = (server: TestServer): string[] => readdirSync(join(server.appliance.config.dataDir, 'incoming'));

/** A fake file, padded with blanks to a size. */
const sized = (bytes: number): Buffer =>
  Buffer.concat([fakeFile({ faces: [0.1] })], bytes).fill(' ', fakeFile({ faces: [0.1] }).length);

describe('a file', () => {
  it('of exactly 15 MiB is taken and verified', inWholeRunAlone('1 s'), async () => {
    await using server = await startTestServer();
    const [card, selfie] = cardAndSelfie();
    const files = [card, { ...selfie, bytes: sized(LIMITS.fileSizeBytesMax) }].map((file) => ({
      bytes: fakeFile(),
      ...file,
    }));
    const record = await verify(server, { files, applicant: ANNA });
    expect(record.status).toBe('completed');
    expect(record.documents[1]?.size_bytes).toBe(15 * 1024 * 1024);
  });

  it('of one byte more is 413, and nothing is stored', inWholeRunAlone('1 s'), async () => {
    await using server = await startTestServer();
    const files = [{ bytes: fakeFile() }, { bytes: sized(LIMITS.fileSizeBytesMax + 1) }];
    const { status, body } = await create(server, { files, documents_meta: null });
    expect([status, body.code]).toEqual([413, 'file_too_large']);
    expect(body.errors).toEqual([expect.objectContaining({ field: 'documents[1]', document_index: 1 })]);
    expect(await holdings(server)).toEqual(NOTHING);
    expect(incoming(server)).toEqual([]);
  });

  it('may come ten times, and not eleven', async () => {
    await using server = await startTestServer();
    const files = (count: number) => Array.from({ length: count }, () => ({ bytes: fakeFile(), type: 'other' }));
    const ten = await create(server, { files: files(10) });
    expect(ten.status).toBe(201);
    expect((await read(server, ten.body.id)).documents).toHaveLength(10);
    const eleven = await create(server, { files: files(11) });
    expect([eleven.status, eleven.body.code]).toEqual([400, 'too_many_documents']);
    expect(await holdings(server)).toMatchObject({ verifications: 1, documents: 10, keys: 1, files: 1 });
  });
});

describe('a body', () => {
  it('that says it is over the sum of the limits is 413 before it is read', async () => {
    await using server = await startTestServer();
    const headers = {
      ...bearer(server.key),
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(11 * LIMITS.fileSizeBytesMax),
    };
    const status = await new Promise((resolve, reject) => {
      const sending = request(`${server.baseUrl}/v1/verifications`, { method: 'POST', headers }, (answer) => {
        resolve(answer.statusCode);
        sending.destroy();
      });
      sending.once('error', reject).flushHeaders();
    });
    expect(status).toBe(413);
    expect(await holdings(server)).toEqual(NOTHING);
  });

  it('that its client leaves unfinished leaves no file, key or row', async () => {
    await using server = await startTestServer();
    const { body, type } = multipart([{ name: 'documents[]', value: sized(400_000), fileName: 'a.jpg' }]);
    const headers = { ...bearer(server.key), 'content-type': type, 'content-length': String(body.length) };
    const sending = request(`${server.baseUrl}/v1/verifications`, { method: 'POST', headers });
    sending.on('error', () => {});
    sending.write(body.subarray(0, body.length / 2));
    await expect.poll(() => incoming(server)).toHaveLength(1);
    sending.destroy();
    await expect.poll(() => incoming(server)).toEqual([]);
    expect(await holdings(server)).toEqual(NOTHING);
    expect((await verify(server, clean)).status).toBe('completed');
  });
});

describe('a key has a number of requests a minute', () => {
  it('which every answer tells, and what goes beyond is 429', async () => {
    await using server = await startTestServer({ config: { requestsPerMinute: 2 } });
    const first = await send(server, '/v1/verifications');
    expect(first.headers.get('ratelimit-policy')).toContain('q=2');
    expect(first.headers.get('ratelimit')).toContain('r=1');
    expect((await send(server, '/v1/events')).status).toBe(200);
    const over = await send(server, '/v1/verifications');
    expect([over.status, over.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(over.headers.get('ratelimit')).toContain('r=0');
    expect((await send(server, '/v1/verifications', { headers: bearer(server.makeKey()) })).status).toBe(200);
  });

  it('of which fewer may create', async () => {
    await using server = await startTestServer({ config: { createsPerMinute: 1 } });
    expect((await create(server, clean)).status).toBe(201);
    expect((await create(server, clean)).body.code).toBe('rate_limited');
    expect((await send(server, '/v1/verifications')).body.data).toHaveLength(1);
  });

  it('is 1,200 and 300 unless configured', async () => {
    await using server = await startTestServer();
    const { headers } = await create(server, clean);
    expect(headers.get('ratelimit-policy')).toMatch(/q=1200.*q=300/);
  });
});

describe('the appliance says 503 and stores nothing', () => {
  it('where the queue is full', async () => {
    await using server = await startTestServer({ start: false, config: { queueLengthMax: 1 } });
    expect((await create(server, clean)).status).toBe(201);
    const before = await holdings(server);
    const { status, headers, body } = await create(server, clean);
    expect([status, body.code]).toEqual([503, 'queue_full']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await holdings(server)).toEqual(before);
    expect(incoming(server)).toEqual([]);
    server.appliance.runner.start();
    await server.settle();
    expect((await create(server, clean)).status).toBe(201);
    await server.settle();
  });

  it('where the queue was filled while the files arrived', async () => {
    await using server = await startTestServer({ start: false, config: { queueLengthMax: 3 } });
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(server, clean)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 503, 503, 503, 503, 503]);
    expect(await holdings(server)).toMatchObject({ verifications: 3, jobs: 3, keys: 3, files: 3, events: 3 });
    expect(incoming(server)).toEqual([]);
  });

  it.each(['db', 'keys'] as const)(
    'where the disk fills up under the database %s',
    inWholeRunAlone('1 s'),
    async (name) => {
      await using server = await startTestServer({ start: false });
      const db = name === 'db' ? server.appliance.db : server.appliance.keys.db;
      const parts = { ...clean, metadata: { text: 'x'.repeat(8_000) } };
      const pagesMax = db.pragma(`max_page_count`, { simple: true });
      db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
      let stored = 0;
      let answer = await create(server, parts);
      for (; answer.status === 201 && stored < 100; stored++) answer = await create(server, parts);
      expect([answer.status, answer.body.code]).toEqual([503, 'disk_full']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await holdings(server)).toMatchObject({
        verifications: stored,
        jobs: stored,
        keys: stored,
        files: stored,
      });
      expect(incoming(server)).toEqual([]);
      db.pragma(`max_page_count = ${pagesMax}`);
      expect((await create(server, parts)).status).toBe(201);
    },
  );

  it('where the disk is full', async () => {
    await using server = await startTestServer();
    server.appliance.diskFreeBytes = () => LIMITS.diskFreeBytesMin - 1;
    const { status, headers, body } = await create(server, clean);
    expect([status, body.code]).toEqual([503, 'disk_full']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await holdings(server)).toEqual(NOTHING);
    expect(incoming(server)).toEqual([]);
    server.appliance.diskFreeBytes = () => LIMITS.diskFreeBytesMin;
    expect((await verify(server, clean)).status).toBe('completed');
  });

  it('and a form of JSON parts alone is refused over 64 kB a part', async () => {
    await using server = await startTestServer();
    const applicant = { name: 'applicant', value: JSON.stringify({ first_name: 'x'.repeat(LIMITS.jsonPartBytesMax) }) };
    const { status, body } = await createRaw(server, [applicant]);
    expect([status, body.errors[0].field]).toEqual([400, 'applicant']);
  });
});
