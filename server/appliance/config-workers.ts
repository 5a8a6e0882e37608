import type { SettingValues } from './config-settings.ts';

/** A recogniser of text takes some 100 MiB, one of faces somewhat more: a large machine does not get as many as it has cores. */
const TEXT_MAX = 8;
const OTHER_MAX = 4;
/** While one verification waits for its disk or its lists, another one reads. */
const CONCURRENCY_MIN = 2;

/**
 * How many threads and verifications at once suit a machine of so many cores. Most of the time goes into text and zones, so
 * these have a thread for each core; faces and pictures need fewer.
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
