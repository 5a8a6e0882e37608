import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { createEngines } from '../../models/engines.ts';
import { judge } from '../../models/liveness/judge.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { encode } from '../eval/liveness/attacks.ts';
import { drawSheet, FRAME } from '../eval/liveness/sheet.ts';
import { cropFace, FACES } from '../support/faces.ts';
import { forgetPeak, memoryOf } from './process-usage.ts';
import { round } from './statistics.ts';

const WEIGHTS = fileURLToPath(new URL('../../models/weights', import.meta.url));
const WORKERS = { text: 1, face: 2, image: 1, pdf: 1 };
const FRAMES = 30;
const ROUNDS = 3;

export interface LivenessSpeed {
  frames: number;
  /** From the frames' files to the verdict: the best of some rounds. */
  seconds: number;
  cpu_seconds: number;
  /** What the process holds at most beyond what it held before with its nets loaded. null: the system does not tell. */
  memory_mib: number | null;
}

/** Measures and judges the frames of a challenge, as the line does, in an appliance with two threads for faces. */
export async function measureLivenessSpeed(): Promise<LivenessSpeed> {
  const frames = await drawFrames();
  const engines = createEngines({ weightsDir: WEIGHTS, languages: ['eng'], workers: WORKERS, limits: LIMITS });
  try {
    await engines.liveness.measure(frames.slice(0, WORKERS.face));
    const before = memoryOf(process.pid)?.nowMib ?? null;
    forgetPeak(process.pid);
    const rounds: { seconds: number; cpu: number }[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      const [begunMs, cpu] = [performance.now(), process.cpuUsage()];
      const measures = await engines.liveness.measure(frames);
      const judged = measures.map((measure, at) => ({ measure, pageMs: 100 * at, serverMs: 100 * at, batch: at }));
      judge({ model: engines.liveness.model, moves: ['left'], frames: judged, told: [] });
      const { user, system } = process.cpuUsage(cpu);
      rounds.push({ seconds: (performance.now() - begunMs) / 1000, cpu: (user + system) / 1e6 });
    }
    const peak = memoryOf(process.pid)?.peakMib ?? null;
    const best = rounds.toSorted((a, b) => a.seconds - b.seconds)[0];
    return {
      frames: FRAMES,
      seconds: round(best?.seconds ?? 0),
      cpu_seconds: round(best?.cpu ?? 0),
      memory_mib: before === null || peak === null ? null : Math.round(peak - before),
    };
  } finally {
    await engines.close();
  }
}

/** A photograph of the package's own face, held a little differently in each frame: it costs as much as a head. */
async function drawFrames(): Promise<Buffer[]> {
  const { data, info } = await sharp(await cropFace(FACES.stranger, { size: 500 }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const photo = { width: info.width, height: info.height, pixels: new Uint8Array(data) };
  const background = { ...FRAME, pixels: new Uint8Array(3 * FRAME.width * FRAME.height).fill(120) };
  const hold = { pitch: 0, roll: 0, bend: 0, upright: false, y: 0, widthPx: 450 };
  return Promise.all(
    Array.from({ length: FRAMES }, (_, i) => encode(drawSheet(photo, { ...hold, yaw: i, x: i % 5 }, background))),
  );
}
