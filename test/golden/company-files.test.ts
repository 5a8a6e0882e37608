import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngines } from '../../models/engines.ts';
import type { Engines } from '../../models/ports.ts';
import { bearer, createCompany, KYB, LEAST_COMPANY, multipart, send } from '../integration/drive.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { PEOPLE } from '../support/specimens/people.ts';
import { type PdfObject, pdfFile } from '../unit/models/pdf-file.ts';
import { pngBomb } from '../unit/models/png.ts';
import { PATIENT_LIMITS } from './engine-options.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCRIPT = '<html><script src="/console/x.js">alert(1)</script>';
/** These are in the file's data beside the pixels; a picture of the page must contain none of them. */
const MARKS = [SCRIPT, 'GPS-47.3769N', PEOPLE.clean.lastName];

let engines: Engines;
let server: TestServer;
beforeAll(async () => {
  const { fillWeights } = await import(join(ROOT, 'models/fill-weights.mjs'));
  await fillWeights(ROOT, { log: () => undefined });
  const workers = { text: 1, face: 1, image: 1, pdf: 1 };
  engines = createEngines({ weightsDir: join(ROOT, 'models/weights'), languages: [], workers, limits: PATIENT_LIMITS });
  server = await startTestServer({ engines });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await engines.close();
});

const upload = async (path: string, value: Buffer, fileName: string, type: string) => {
  const form = multipart([{ name: 'documents[]', value, fileName, type }]);
  const headers = { 'content-type': form.type };
  return send(server, `${path}/documents`, { method: 'POST', body: new Uint8Array(form.body), headers });
};

async function company(): Promise<string> {
  const { status, body, text } = await createCompany(server, { company: LEAST_COMPANY });
  expect(status, text).toBe(201);
  return `${KYB}/${body.id}`;
}

async function bytesOf(path: string) {
  const answer = await server.fetch(path, { headers: bearer(server.key) });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** A letterhead whose comment, EXIF and tail hold a page with a script, which a browser that guesses types would open. */
async function pageInPicture(): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#e8e4da' } })
    .withExif({ IFD0: { ImageDescription: MARKS.join(' '), Artist: SCRIPT } })
    .jpeg()
    .toBuffer();
  const comment = Buffer.from(`${SCRIPT}${MARKS.join(' ')}`);
  const head = Buffer.from([0xff, 0xfe, (comment.length + 2) >> 8, (comment.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2), Buffer.from(SCRIPT)]);
}

/** A certificate that runs a script when opened, contains links, and loads its picture and a file from an address. */
function pdfThatCalls(url: string): Buffer {
  const objects: PdfObject[] = [
    {
      dictionary: `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.launchURL\\("${url}/open"\\)) >> >>`,
    },
    { dictionary: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
    {
      dictionary:
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R /Annots [6 0 R 7 0 R] ' +
        `/AA << /O << /S /URI /URI (${url}/page) >> >> /Resources << /XObject << /Im 5 0 R >> >> >>`,
    },
    { dictionary: '<< >>', stream: Buffer.from('0.2 0.3 0.8 rg 20 20 200 100 re f q 100 0 0 100 250 150 cm /Im Do Q') },
    {
      dictionary: `<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceRGB /BitsPerComponent 8 /F << /FS /URL /F (${url}/picture) >> >>`,
      stream: Buffer.alloc(192, 0x40),
    },
    { dictionary: `<< /Type /Annot /Subtype /Link /Rect [0 0 400 300] /A << /S /URI /URI (${url}/link) >> >>` },
    { dictionary: `<< /Type /Annot /Subtype /Screen /Rect [0 0 9 9] /A << /S /Launch /F (${url}/launch) >> >>` },
  ];
  return pdfFile(objects);
}

test('a picture that is also a page is given back as a file that can do nothing, and its page picture holds pixels alone', async () => {
  const path = await company();
  const file = await pageInPicture();
  const { status, body, text } = await upload(path, file, 'letterhead.html', 'text/html');
  expect(status, text).toBe(201);
  const [document] = body.documents;
  expect(document.media_type).toBe('image/jpeg');
  await server.settle();

  const whole = await bytesOf(`${path}/documents/${document.id}`);
  expect(whole.bytes.equals(file)).toBe(true);
  expect(whole.headers.get('content-type')).toBe('image/jpeg');
  expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
  expect(whole.headers.get('content-disposition')).toBe(`attachment; filename="${document.id}.jpg"`);
  expect(whole.headers.get('content-security-policy')).toContain('sandbox');

  const page = await bytesOf(`${path}/documents/${document.id}/pages/1`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(await sharp(page.bytes).metadata()).toMatchObject({ width: 640, height: 480 });
  for (const mark of MARKS) expect(page.bytes.includes(mark), mark).toBe(false);
});

test('a PDF with a script, links and an outside picture is shown, and calls nobody', async () => {
  const asked: string[] = [];
  const listener = createServer((req, res) => {
    asked.push(req.url ?? '');
    res.end();
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  try {
    const path = await company();
    const file = pdfThatCalls(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
    const { status, body, text } = await upload(path, file, 'certificate.pdf', 'application/pdf');
    expect(status, text).toBe(201);
    await server.settle();
    const page = await bytesOf(`${path}/documents/${body.documents[0].id}/pages/1`);
    expect(page.status).toBe(200);
    const { width, height } = await sharp(page.bytes).metadata();
    const [left, top] = [Math.round(0.1 * width), Math.round(0.7 * height)];
    // The blue area that the page itself paints.
    const [red, , blue] = await sharp(page.bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
    expect(blue, `of ${width} x ${height}`).toBeGreaterThan((red ?? 0) + 50);
    expect(asked).toEqual([]);
    expect(server.logged.join('\n')).not.toContain('/launch');
  } finally {
    listener.close();
  }
});

test('a picture that would fill the memory, and what is no picture at all, is refused with the remedy', async () => {
  const path = await company();
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>`,
  );
  const gif = Buffer.from(
    'GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00;',
    'latin1',
  );
  for (const value of [svg, gif, Buffer.from(SCRIPT)]) {
    const { status, body } = await upload(path, value, 'logo.jpg', 'image/jpeg');
    expect([status, body.code]).toEqual([415, 'unsupported_file_type']);
  }
  const { status, body } = await upload(path, pngBomb(), 'logo.png', 'image/png');
  expect([status, body.code]).toEqual([400, 'unreadable_file']);
  expect(body.detail).toContain('50 million pixels');
  expect((await server.fetch('/healthz')).status).toBe(200);
});
