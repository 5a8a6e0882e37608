import type { SettingValues } from './config-settings.ts';

/** Maximum threads for text. A text recogniser takes some 100 MiB, a face recogniser somewhat more, so a large machine does not get one per core. */
const TEXT_MAX = 8;
const OTHER_MAX = 4;
/** While one verification waits for its disk or its lists, another one reads. */
const CONCURRENCY_MIN = 2;

/**
 * Returns how many threads and parallel verifications suit a machine with this many cores. Text and MRZ take most of the time, so they get a thread
 * for each core; faces and pictures need fewer.
 */
export function workersFor(cores: number): Required<WorkerSettings> {
  const text = clamp(cores, TEXT_MAX);
  return {
    workers_text: text,
    workers_face: clamp(Math.floor(cores / 2), OTHER_MAX),
    workers_image: clamp(Math.floor(cores / 2), OTHER_MAX),
    workers_pdf: 1,
    concurrency: Math.max(CONCURRENCY_MIN, text),
  };
}

type WorkerSettings = Pick<
  SettingValues,
  'workers_text' | 'workers_face' | 'workers_image' | 'workers_pdf' | 'concurrency'
>;

function clamp(count: number, max: number): number {
  return Math.max(1, Math.min(max, count));
}
