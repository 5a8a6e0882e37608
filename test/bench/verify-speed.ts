import { availableParallelism } from 'node:os';
import { cropFace, FACES } from '../support/faces.ts';
import { drawCard } from '../support/specimens/card.ts';
import { PEOPLE } from '../support/specimens/people.ts';
import type { CreateRequest, VerificationClient } from '../support/verification-client.ts';
import type { NaiveVerifier } from './naive-process.ts';
import { cpuSecondsOf } from './process-usage.ts';
import { median, quantile, round } from './statistics.ts';

const LATENCY_ROUNDS = 6;
/** V8 compiles hot code during the run, so the median of five bursts represents the steady state. */
const BURST_ROUNDS = 5;
const BURST_SIZE = 6;

export interface VerifySpeed {
  latencyP50Seconds: number;
  latencyMaxSeconds: number;
  perMinute: number;
  /** Null if the system does not report it. */
  cpuSecondsEach: number | null;
  /**
   * The used share of all cores' time during parallel verifications, 0..1. The rest was idle or went to other programs.
   * Null if the system does not report it.
   */
  coresBusy: number | null;
}

/** One side of the comparison: runs one verification of the clean specimen, and throws if it does not pass. */
export interface Side {
  pid: number;
  verifyOne(): Promise<void>;
}

export interface CleanSpecimen {
  front: Buffer;
  back: Buffer;
  selfie: Buffer;
}

/** A card and a selfie that must pass. */
export async function drawCleanSpecimen(): Promise<CleanSpecimen> {
  const card = await drawCard({ person: PEOPLE.clean, portrait: await cropFace(FACES.man) });
  return { ...card, selfie: await cropFace(FACES.manAgain) };
}

export function applianceSide(pid: number, client: VerificationClient, request: CreateRequest): Side {
  const verifyOne = async (): Promise<void> => {
    const result = await client.waitForResult(await client.create(request));
    if (result.status !== 'completed') throw new Error(`the clean specimen ended ${result.status}`);
  };
  return { pid, verifyOne };
}

/** Throws unless the naive assembly refuses another man's selfie: a side that accepts everything would be no comparison. */
export async function assertNaiveRefuses(verifier: NaiveVerifier, specimen: CleanSpecimen): Promise<void> {
  const selfie = await cropFace(FACES.stranger);
  const { passed } = await verifier.verify({ ...specimen, selfie }, PEOPLE.clean.lastName);
  if (passed) throw new Error("the naive assembly passed another man's selfie");
}

export function naiveSide(verifier: NaiveVerifier, specimen: CleanSpecimen): Side {
  const verifyOne = async (): Promise<void> => {
    const result = await verifier.verify(specimen, PEOPLE.clean.lastName);
    if (!result.passed) throw new Error('the naive assembly did not pass the clean specimen');
  };
  return { pid: verifier.pid, verifyOne };
}

/** The request with the specimen. */
export function cleanRequest({ front, back, selfie }: CleanSpecimen): CreateRequest {
  const { firstNames, lastName, dob } = PEOPLE.clean;
  const jpeg = { mediaType: 'image/jpeg' } as const;
  return {
    applicant: { first_name: firstNames, last_name: lastName, dob },
    uploads: [
      { ...jpeg, name: 'front.jpg', file: front, type: 'national_id', side: 'front' },
      { ...jpeg, name: 'back.jpg', file: back, type: 'national_id', side: 'back' },
      { ...jpeg, name: 'selfie.jpg', file: selfie, type: 'selfie' },
    ],
  };
}

/** Measures all sides in turns, so other work of the machine affects each equally. The first turn is not counted. */
export async function measureVerifySpeed(sides: readonly Side[]): Promise<VerifySpeed[]> {
  const records = sides.map((side) => ({
    side,
    latencies: [] as number[],
    bursts: [] as number[],
    cpu: [] as number[],
    busy: [] as number[],
  }));
  for (const { side } of records) await side.verifyOne();
  for (let turn = 0; turn < LATENCY_ROUNDS; turn++) {
    for (const record of records) record.latencies.push(await timeSeconds(record.side.verifyOne));
  }
  for (let turn = 0; turn < BURST_ROUNDS; turn++) {
    for (const record of records) {
      const before = cpuSecondsOf(record.side.pid);
      const seconds = await timeSeconds(() => runBurst(record.side, BURST_SIZE));
      record.bursts.push(seconds);
      const after = cpuSecondsOf(record.side.pid);
      if (before === null || after === null) continue;
      record.cpu.push((after - before) / BURST_SIZE);
      record.busy.push((after - before) / seconds / availableParallelism());
    }
  }
  return records.map(({ latencies, bursts, cpu, busy }) => ({
    latencyP50Seconds: round(median(latencies)),
    latencyMaxSeconds: round(quantile(latencies, 1)),
    perMinute: round((60 * BURST_SIZE) / median(bursts)),
    cpuSecondsEach: cpu.length > 0 ? round(median(cpu)) : null,
    coresBusy: busy.length > 0 ? round(median(busy)) : null,
  }));
}

/** Runs this many verifications in parallel. */
export async function runBurst(side: Side, size: number): Promise<void> {
  await Promise.all(Array.from({ length: size }, () => side.verifyOne()));
}

async function timeSeconds(work: () => Promise<void>): Promise<number> {
  const beginMs = performance.now();
  await work();
  return (performance.now() - beginMs) / 1000;
}
