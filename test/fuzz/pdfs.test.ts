import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createImageEngine, PICTURE_WORKER } from '../../models/image/engine.ts';
import { createPdfEngine, PDF_OUTSIDE_BYTES_MAX, PDF_WORKER } from '../../models/pdf/engine.ts';
import { EngineError, type PdfEngine, type RasterImage } from '../../models/ports.ts';
import { createQualityEngine } from '../../models/quality/engine.ts';
import { WorkerPool } from '../../models/runtime/pool.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer } from '../support/server.ts';
import { blindEngines } from './blind-engines.ts';
import { expectHeldBack, type Held, type Margin, measureHeld } from './held.ts';
import { oddPdf } from './pdfs/odd-pdf.ts';
import { squarePage } from './pdfs/right.ts';
import type { OddPdf } from './pdfs/types.ts';
import { fuzzRun, isWholeRun } from './run.ts';
import { expectEnded, sendFile } from './send-file.ts';

const MIB = 2 ** 20;
/**
 * What the allocator keeps between the two halves of the run, each of which ends its threads. All of it is free (glibc's `malloc_trim` returns it)
 * but lies between blocks in use: bombs are unpacked in pieces of 16 kB. Measured after 400 files: 660 MiB above the start, and still more after 400
 * than after 200. With the settings of `main/launch/memory.mjs`, which programs are started with: 260 MiB. After 400 files that is no more than after
 * 250.
 */
const MARGIN: Margin = { heapBytes: 16 * MIB, outsideBytes: 350 * MIB, handles: 2 };
/** Ten times the limit in use, because the test looks for hangs. Files that may draw for hours get a short time. */
const PATIENT_MS = 60_000;
const HASTY_MS = 2_500;
/** From the end of a call's time limit until the call must have ended. In this time a busy machine kills one thread and loads another. */
const GRACE_MS = 120_000;
const WHITE = 255;
const TEXT_LIMITS = { pagesMax: LIMITS.companyPdfPagesMax, charsMax: LIMITS.companyTextCharsMax };

const { imagePixelsMax, workingSidePixelsMax, pdfRenderDpi } = LIMITS;
const poolOf = (name: string, script: URL, data: object): WorkerPool =>
  new WorkerPool({
    name,
    script,
    data: { imagePixelsMax, workingSidePixelsMax, ...data },
    size: 1,
    queueMax: 10,
    loadTimeoutMs: 60_000,
    heapBytesMax: 768 * 2 ** 20,
    outsideBytesMax: PDF_OUTSIDE_BYTES_MAX,
  });
const pool = poolOf('pdf', PDF_WORKER, { renderDpi: pdfRenderDpi });
const pictures = poolOf('image', PICTURE_WORKER, {});
const engineOf = (of: WorkerPool, timeoutMs: number): PdfEngine =>
  createPdfEngine({
    inspectPool: of,
    renderPool: of,
    inspectTimeoutMs: timeoutMs,
    renderTimeoutMs: timeoutMs,
    textTimeoutMs: timeoutMs,
  });

/** A connection means that a file made the engine open it. */
let connections = 0;
const listener = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  port = (listener.address() as AddressInfo).port;
});
afterAll(async () => {
  listener.close();
  await Promise.all([pool.close(), pictures.close()]);
});

it('a PDF is rendered or refused, whatever it holds, does nothing else, and the engine goes on', async () => {
  const run = fuzzRun('PDFs', { share: 1, whole: 200 });
  let { patient, hasty, close } = await startOwn();
  let before: Held | null = null;
  const seen: Record<string, number> = {};
  for (const { at, random, hint } of run.cases) {
    // A few files say nothing about what the process keeps.
    if (isWholeRun() && at === Math.floor(run.count / 2)) {
      await close();
      before = await measureHeld();
      ({ patient, hasty, close } = await startOwn());
    }
    const { kind, ...odd } = await oddPdf(random, port);
    const told = `${hint} (${kind}, ${odd.bytes.length} bytes)`;
    const engine = odd.mayBreak ? hasty : patient;
    const allowed = odd.mayBreak ? ['bad_input', 'timeout', 'crashed'] : ['bad_input'];
    const header = await within(odd, () => engine.inspect(odd.bytes), { told, allowed });
    const page = await within(odd, () => engine.render(odd.bytes), { told, allowed });
    const text = await within(odd, () => engine.text(odd.bytes, TEXT_LIMITS), { told, allowed });
    for (const result of [header, page, text]) count(seen, result instanceof EngineError ? result.failure : 'answered');
    if (odd.expected === 'encrypted') expect(header, told).toEqual({ pageCount: 0, encrypted: true });
    if (odd.pages !== undefined && !(header instanceof EngineError)) expect(header.pageCount, told).toBe(odd.pages);
    const drawn = page instanceof EngineError ? page.failure : 'drawn';
    const why = `${told}: ${page instanceof EngineError ? page.message : 'rendered'}`;
    if (odd.expected === 'refused' || odd.expected === 'encrypted') expect(drawn, why).toBe('bad_input');
    if (odd.expected === 'drawn') expect(drawn, why).toBe('drawn');
    if (!(page instanceof EngineError)) expectShown(page, odd, told);
  }
  console.info(`PDFs: ${JSON.stringify(seen)}`);
  expect(connections, 'a file made the engine connect to somewhere').toBe(0);
  expect(await patient.inspect(squarePage(''))).toEqual({ pageCount: 1, encrypted: false });
  // The limits of its thread bound what the thread has not collected yet. What is left without the thread would stay forever.
  await close();
  if (before) expectHeldBack('PDFs', before, await measureHeld(), MARGIN);
});

/** Uses its own threads; nothing of them remains once they are closed. */
async function startOwn() {
  const own = poolOf('pdf', PDF_WORKER, { renderDpi: pdfRenderDpi });
  await own.warm();
  return { patient: engineOf(own, PATIENT_MS), hasty: engineOf(own, HASTY_MS), close: () => own.close() };
}

function count(seen: Record<string, number>, what: string): void {
  seen[what] = (seen[what] ?? 0) + 1;
}

/** What a call returned, or the failure that ended it. Throws if the failure is not allowed, or came long after the time limit. */
async function within<T extends object>(
  { mayBreak }: OddPdf,
  work: () => Promise<T>,
  { told, allowed }: { told: string; allowed: readonly string[] },
): Promise<T | EngineError> {
  const beganMs = performance.now();
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    expect(allowed, `${told}: ${error.message}`).toContain(error.failure);
    return error;
  } finally {
    expect(performance.now() - beganMs, told).toBeLessThan((mayBreak ? HASTY_MS : PATIENT_MS) + GRACE_MS);
  }
}

/** The part in which something must show is not white. A file whose damage left nothing on its page renders as white; that counts as blank. */
function expectShown(page: RasterImage, { shows, expected }: OddPdf, told: string): void {
  if (expected !== 'drawn' && isOneColour(page, [0, 0, 1, 1], WHITE)) return;
  expect(isOneColour(page, [0, 0, 1, 1]), `${told}: the page is blank`).toBe(false);
  if (shows) expect(isOneColour(page, shows, WHITE), `${told}: what belongs there does not show`).toBe(false);
  const [left, bottom] = [Math.floor(page.width * 0.03), Math.floor(page.height * 0.97)];
  if (expected === 'drawn') expect(page.pixels[(bottom * page.width + left) * 3], told).toBe(0);
}

/** Whether a part of the page has one value everywhere: `value`, or else the value of its first pixel. */
function isOneColour(page: RasterImage, part: NonNullable<OddPdf['shows']>, value?: number): boolean {
  const { width, height, pixels } = page;
  const [left, top] = [Math.floor(part[0] * width), Math.floor(part[1] * height)];
  const [right, bottom] = [Math.floor(part[2] * width), Math.floor(part[3] * height)];
  const wanted = value ?? pixels[(top * width + left) * 3];
  for (let y = top; y < bottom; y++) {
    const row = pixels.subarray((y * width + left) * 3, (y * width + right) * 3);
    if (row.some((found) => found !== wanted)) return false;
  }
  return true;
}

it('sent to the appliance, it is refused by the contract, or its record goes to an end', {
  ...inWholeRunAlone('1 s'),
}, async () => {
  const run = fuzzRun('PDFs over the API', { share: 1, whole: 60 });
  const quality = createQualityEngine(pictures, PATIENT_MS);
  const image = createImageEngine(pictures, PATIENT_MS);
  const many = 1_000_000;
  await using server = await startTestServer({
    engines: blindEngines({ image, pdf: engineOf(pool, HASTY_MS), quality }),
    config: { createsPerMinute: many, requestsPerMinute: many },
  });
  const ids: string[] = [];
  for (const { random, hint } of run.cases) {
    const { kind, bytes } = await oddPdf(random, port);
    const id = await sendFile(server, bytes, `${hint} (${kind})`);
    if (id) ids.push(id);
  }
  await server.settle();
  await expectEnded(server, ids);
});
