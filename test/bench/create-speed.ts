import { toPhoto } from '../support/specimens/camera.ts';
import { type CreateRequest, type MultipartBody, toMultipart } from '../support/verification-client.ts';
import { cpuSecondsOf } from './process-usage.ts';
import { median, quantile, round } from './statistics.ts';
import { type CleanSpecimen, cleanRequest } from './verify-speed.ts';

const ROUNDS = 30;
const WARM_UP_ROUNDS = 3;

export interface CreateSpeed {
  p50Ms: number;
  p95Ms: number;
  /** Null if the system does not report it. */
  cpuMsEach: number | null;
}

/** The receiver of a form: an appliance with a key, or the naive route, which needs none. */
export interface UploadTarget {
  base: string;
  pid: number;
  key?: string;
}

/**
 * The specimen as photographs of about 2 MB each. With `simulate` a test record does not run the models. So this
 * measures only the upload, and no further work runs that the naive route does not have.
 */
export async function makeUploadForm({ front, back, selfie }: CleanSpecimen): Promise<MultipartBody> {
  const [frontPhoto, backPhoto, selfiePhoto] = [toPhoto(front, 3000), toPhoto(back, 3000), toPhoto(selfie, 2300)];
  const photos = { front: await frontPhoto, back: await backPhoto, selfie: await selfiePhoto };
  const request: CreateRequest = { ...cleanRequest(photos), metadata: { simulate: 'completed' } };
  return toMultipart(request);
}

/** Sends the same form to each target in turns; milliseconds from the first byte sent to the end of the 201. */
export async function measureCreateSpeed(
  targets: readonly UploadTarget[],
  form: MultipartBody,
): Promise<CreateSpeed[]> {
  const records = targets.map((target) => ({ target, times: [] as number[], cpuBefore: null as number | null }));
  for (let turn = 0; turn < WARM_UP_ROUNDS; turn++) {
    for (const { target } of records) await send(target, form);
  }
  for (const record of records) record.cpuBefore = cpuSecondsOf(record.target.pid);
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const record of records) record.times.push(await send(record.target, form));
  }
  return records.map(({ target, times, cpuBefore }) => {
    const cpuAfter = cpuSecondsOf(target.pid);
    const cpuMsEach = cpuBefore === null || cpuAfter === null ? null : round(((cpuAfter - cpuBefore) * 1000) / ROUNDS);
    return { p50Ms: round(median(times)), p95Ms: round(quantile(times, 0.95)), cpuMsEach };
  });
}

async function send({ base, key }: UploadTarget, { contentType, body }: MultipartBody): Promise<number> {
  const headers = { 'content-type': contentType, ...(key ? { authorization: `Bearer ${key}` } : {}) };
  const beginMs = performance.now();
  const answer = await fetch(`${base}/v1/verifications`, { method: 'POST', headers, body });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`an upload was answered with ${answer.status}: ${text}`);
  return performance.now() - beginMs;
}
