import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { createImageEngine, PICTURE_WORKER } from '../../models/image/engine.ts';
import { createQualityEngine } from '../../models/quality/engine.ts';
import { WorkerPool } from '../../models/runtime/pool.ts';
import { must } from '../../server/lib/assert.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { readArchive } from '../../server/reports/evidence/archive.ts';
import { blindEngines } from '../fuzz/blind-engines.ts';
import { ANNA, type FormFile } from '../support/form.ts';
import { submitCompany } from '../support/kyb.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { twoPages } from '../unit/models/two-pages.ts';
import { create, holdings, NOTHING, postForm, verify } from './drive.ts';

const { imagePixelsMax, workingSidePixelsMax, imageTimeoutMs } = LIMITS;
const pool = new WorkerPool({
  name: 'image',
  script: PICTURE_WORKER,
  data: { imagePixelsMax, workingSidePixelsMax },
  size: 1,
  queueMax: 10,
  loadTimeoutMs: 60_000,
});
/** The appliance's own decoder; the other engines find nothing in the pictures. */
const engines = blindEngines({
  image: createImageEngine(pool, 10 * imageTimeoutMs),
  quality: createQualityEngine(pool, 10 * imageTimeoutMs),
});
afterAll(() => pool.close());

/** A picture on its side; its orientation tag says so. */
const lying = (format: 'webp' | 'tiff'): Promise<Buffer> =>
  sharp({
    create: { width: 900, height: 600, channels: 3, background: '#4a7', noise: { type: 'gaussian', mean: 120 } },
  })
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer();

async function bytesOf(
  server: TestServer,
  path: string,
): Promise<{ type: string | null; bytes: Buffer; headers: Headers }> {
  const answer = await server.fetch(path);
  expect(answer.status).toBe(200);
  const { headers } = answer;
  return { type: headers.get('content-type'), headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

it('a WebP and a TIFF of one page are taken, looked at, kept as they came and shown upright', async () => {
  await using server = await startTestServer({ engines });
  const files = [
    { bytes: await lying('webp'), name: 'passport.webp', type: 'passport' },
    { bytes: await lying('tiff'), name: 'me.tif', type: 'selfie' },
  ];
  const { id, documents } = await verify(server, { applicant: ANNA, files });
  expect(documents.map(({ media_type, quality }) => [media_type, quality !== null])).toEqual([
    ['image/webp', true],
    ['image/tiff', true],
  ]);
  const codes = documents.flatMap(({ findings }) => findings.map(({ code }) => code));
  for (const code of ['file_unreadable', 'file_damaged', 'image_blank']) expect(codes).not.toContain(code);
  const evidence = await bytesOf(server, `/v1/verifications/${id}/evidence`);
  const archived = must(readArchive(new Uint8Array(evidence.bytes)), 'it is an archive').files;
  for (const [index, { id: document, media_type }] of documents.entries()) {
    const path = `/v1/verifications/${id}/documents/${document}`;
    const { type, bytes, headers } = await bytesOf(server, path);
    expect(type).toBe(media_type);
    expect(bytes.equals(must(files[index], 'it was sent').bytes)).toBe(true);
    const name = `${document}.${media_type === 'image/webp' ? 'webp' : 'tiff'}`;
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    const kept = archived.find((file) => file.name === `documents/${name}`);
    expect(kept && bytes.equals(kept.data)).toBe(true);
    const picture = await bytesOf(server, `${path}/pages/1`);
    expect(picture.type).toBe('image/jpeg');
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 600, height: 900 });
  }
});

it('they are looked at before they are sent, and taken for a company', inWholeRunAlone('1 s'), async () => {
  await using server = await startTestServer({ engines, start: false });
  const company = await submitCompany(server);
  for (const format of ['webp', 'tiff'] as const) {
    const part = { name: 'documents[]', value: await lying(format), fileName: 'scan', type: 'image/jpeg' };
    const inspected = await postForm(server, '/v1/documents/inspect', [part]);
    expect(inspected.body).toMatchObject({ media_type: `image/${format}`, width: 600, height: 900, pages: 1 });
    const added = await postForm(server, `/v1/kyb/verifications/${company}/documents`, [part]);
    expect([added.status, added.body.documents.at(-1)?.media_type]).toEqual([201, `image/${format}`]);
  }
});

it(
  'one of several pages or frames, or that is cut off, is refused, and nothing of it is kept',
  inWholeRunAlone('1 s'),
  async () => {
    await using server = await startTestServer({ engines, start: false });
    const whole: FormFile = { bytes: await lying('webp'), type: 'selfie' };
    for (const [bytes, code] of [
      [await twoPages('webp'), 'picture_page_count'],
      [await twoPages('tiff'), 'picture_page_count'],
      [(await lying('webp')).subarray(0, 4_000), 'unreadable_file'],
      [(await lying('tiff')).subarray(0, 400), 'unreadable_file'],
    ] as const) {
      const { status, body } = await create(server, { files: [whole, { bytes, type: 'passport' }] });
      expect([status, body.code, body.errors[0].document_index]).toEqual([400, code, 1]);
      expect(await holdings(server)).toEqual(NOTHING);
    }
  },
);
