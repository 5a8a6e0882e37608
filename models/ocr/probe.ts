import { readFileSync } from 'node:fs';
import type { GreyImage } from '../pixels/grey.ts';
import { EngineError } from '../ports.ts';
import type { Probe } from '../runtime/backends.ts';
import type { Readers } from './rows/read.ts';

/** A row of digits, which every language has. */
interface ProbeRow {
  text: string;
  width: number;
  height: number;
  /** A bit for each pixel, row by row, 1 for ink; base64. */
  ink: string;
}

const ROW = new URL('./probe.json', import.meta.url);

/** Checks that every reader reads the probe correctly. Throws `unavailable` if one does not. */
export async function probeReaders(readers: Readers): Promise<Probe> {
  const row = JSON.parse(readFileSync(ROW, 'utf8')) as ProbeRow;
  const picture = pictureOf(row);
  const begunMs = performance.now();
  for (const { code, read } of readers) {
    const [signs = []] = await read([picture]);
    if (signs.map(({ text }) => text).join('') !== row.text)
      throw new EngineError('unavailable', `It gives wrong answers (${code}).`);
  }
  return { tookMs: performance.now() - begunMs };
}

function pictureOf({ width, height, ink }: ProbeRow): GreyImage {
  const bytes = Buffer.from(ink, 'base64');
  const values = Uint8Array.from({ length: width * height }, (_, i) =>
    ((bytes[i >> 3] ?? 0) & (128 >> (i & 7))) === 0 ? 255 : 0,
  );
  return { width, height, values };
}
