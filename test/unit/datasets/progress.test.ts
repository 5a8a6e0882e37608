import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { InspectedFile } from '../../../server/datasets/inspect.ts';
import { createMeter, type ImportProgress } from '../../../server/datasets/progress.ts';
import { testClock } from '../../support/clock.ts';

const MIB = 1024 * 1024;

/** A file of this many MiB, each of which takes one second to arrive. */
function slowFile(clock: ReturnType<typeof testClock>, name: string, mib: number): InspectedFile {
  const open = (): Readable =>
    Readable.from(
      (function* () {
        for (let piece = 0; piece < mib; piece++) {
          clock.advance(1_000);
          yield Buffer.alloc(MIB);
        }
      })(),
      { objectMode: false, highWaterMark: 1 },
    );
  return { name, open, sizeBytes: mib * MIB } as unknown as InspectedFile;
}

async function readAll(file: InspectedFile | undefined, onPiece: () => void): Promise<void> {
  for await (const _piece of file?.open() ?? []) onPiece();
}

test('the remaining time of a form that is read twice is known from the second pass', async () => {
  const clock = testClock();
  const told: ImportProgress[] = [];
  const meter = createMeter([slowFile(clock, 'a', 40)], clock, (progress) => told.push(progress));
  await readAll(meter.files[0], () => {});
  expect(told.length).toBeGreaterThanOrEqual(2);
  expect(told.every(({ rows, remainingMs }) => rows === 0 && remainingMs === null)).toBe(true);
  const states: ImportProgress[] = [];
  await readAll(meter.files[0], () => {
    meter.onRow();
    states.push(meter.state());
  });
  const first = states[0];
  expect(first?.bytesRead).toBeLessThan(10 * MIB);
  // One or two pieces are under way beyond the counted ones.
  for (const { bytesRead, bytesTotal, remainingMs } of states.slice(10)) {
    const leftMs = ((bytesTotal - bytesRead) / MIB) * 1_000;
    expect(remainingMs).toBeGreaterThanOrEqual(leftMs);
    expect(remainingMs).toBeLessThanOrEqual(leftMs * 1.3);
  }
  expect(states.at(-1)).toMatchObject({ rows: 40, bytesRead: 40 * MIB, remainingMs: 0 });
});

test('the remaining time of several files is known from all of them', async () => {
  const clock = testClock();
  const meter = createMeter([slowFile(clock, 'a', 5), slowFile(clock, 'b', 15)], clock);
  await readAll(meter.files[0], meter.onRow);
  expect(meter.state()).toMatchObject({
    rows: 5,
    bytesRead: 5 * MIB,
    bytesTotal: 20 * MIB,
    rate: 1,
    remainingMs: 15_000,
  });
});
