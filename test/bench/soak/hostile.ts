import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { oddPicture } from '../../fuzz/images/odd-picture.ts';
import { ODD_BOMBS } from '../../fuzz/pdfs/odd-bombs.ts';
import { oddPdf } from '../../fuzz/pdfs/odd-pdf.ts';
import { AnswerError, type EntryClient, entryClient } from '../../support/entry/entry-client.ts';
import { type EntryProcess, startEntry } from '../../support/entry/entry-process.ts';
import { tempFolder } from '../../support/folder.ts';
import { form } from '../../support/form.ts';
import { seededRandom } from '../../support/random.ts';
import { memoryOf } from '../process-usage.ts';

const SEED = 20_260_101;
const ROUNDS = 5;
const AT_ONCE = 4;
const REST_MS = 60_000;
const LOOK_EVERY_MS = 500;
/** Far more than any of them takes, even on a busy machine; a test that ends earlier learns nothing about memory. */
const ENDED_MS_MAX = 20 * 60_000;
/** The limit of the server's memory after a minute of rest, whatever it received. */
const REST_MIB_MAX = 1024;

/** Sides of noise pictures, which contain as many blobs as a picture can: each engine finds much in them. */
const NOISE_SIDES = [1_500, 2_000, 2_500, 3_000, 3_500, 4_000, 4_500, 5_000, 5_500, 6_000];
const [PDF_COUNT, PICTURE_COUNT] = [4, 8];

interface HostileFile {
  name: string;
  bytes: Buffer;
}

/**
 * Sends 36 hostile files to the real engines five times, and prints the server's memory a minute after each round.
 * Returns the number of broken promises.
 */
export async function feedHostileFiles(): Promise<number> {
  const files = await drawFiles();
  using folder = tempFolder();
  const server = await startEntry({ folder: folder.path, engines: 'real' });
  try {
    await server.ready();
    say(`${files.length} hostile files, seed ${SEED}: ${mib(server)} MiB before`);
    const client = entryClient(server);
    for (let round = 1; round <= ROUNDS; round++) {
      const peak = watchPeak(server);
      const beganMs = performance.now();
      const answers = await feed(client, files);
      const seconds = Math.round((performance.now() - beganMs) / 1000);
      const peakMib = peak();
      const atEnd = mib(server);
      await sleep(REST_MS);
      say(
        `round ${round}: ${seconds} s, ${answers}; ${peakMib} MiB at most, ${atEnd} at the end, ${mib(server)} after a minute`,
      );
    }
    const held = mib(server);
    if (held <= REST_MIB_MAX) return 0;
    say(`BROKEN: ${held} MiB after a minute of rest, where ${REST_MIB_MAX} are promised`);
    return 1;
  } finally {
    await server.kill();
  }
}

/** Each kind of bomb, and some of every other kind. */
async function drawFiles(): Promise<HostileFile[]> {
  const random = seededRandom(SEED);
  const files: HostileFile[] = [];
  for (const [kind, make] of Object.entries(ODD_BOMBS)) {
    files.push({ name: `${kind}.pdf`, bytes: (await make(random, 0)).bytes });
  }
  for (let i = 0; i < PDF_COUNT; i++) files.push({ name: 'odd.pdf', bytes: (await oddPdf(random, 0)).bytes });
  for (let i = 0; i < PICTURE_COUNT; i++) files.push({ name: 'odd.jpg', bytes: (await oddPicture(random)).bytes });
  for (const side of NOISE_SIDES) {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const picture = sharp({ create: { width: side, height: side, channels: 3, background: 'black', noise } });
    files.push({ name: `noise-${side}.jpg`, bytes: await picture.jpeg({ quality: 10 }).toBuffer() });
  }
  return files;
}

/** Sends the files and waits until each has ended; returns a summary of the answers. */
async function feed(client: EntryClient, files: readonly HostileFile[]): Promise<string> {
  const counts: Record<string, number> = {};
  const waiting = [...files];
  const one = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const outcome = await send(client, file);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return Object.entries(counts)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');
}

async function send(client: EntryClient, { name, bytes }: HostileFile): Promise<string> {
  const applicant = { first_name: 'Anna', last_name: 'Martello' };
  try {
    const body = form({ applicant, files: [{ bytes, name, type: 'passport' }] });
    const { id } = await client.post<{ id: string }>('/v1/verifications', body);
    return await client.ended(`/v1/verifications/${id}`, LOOK_EVERY_MS, ENDED_MS_MAX);
  } catch (error) {
    if (error instanceof AnswerError) return String(error.status);
    throw error;
  }
}

/** Returns a function that ends the observation and reports the peak of resident memory. */
function watchPeak(server: EntryProcess): () => number {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, mib(server));
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    return most;
  };
}

const mib = ({ pid }: EntryProcess): number => Math.round(memoryOf(pid)?.nowMib ?? Number.NaN);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
