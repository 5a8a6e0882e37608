import { cpus } from 'node:os';
import { loadDemoList } from '../demo/load-list.ts';
import { type ApplianceProcess, startApplianceProcess } from '../support/appliance-process.ts';
import { createClient } from '../support/verification-client.ts';
import { type CompanyListSpeed, measureCompanyLists } from './company-list-speed.ts';
import { type CreateSpeed, makeUploadForm, measureCreateSpeed } from './create-speed.ts';
import { type FaceSpeed, measureFaces } from './face-speed.ts';
import { measureLivenessSpeed } from './liveness-speed.ts';
import { startNaiveUpload, startNaiveVerifier } from './naive-process.ts';
import { measureOwnership, type OwnershipSpeed } from './ownership-speed.ts';
import { forgetPeak, type MemoryUse, memoryOf } from './process-usage.ts';
import { round } from './statistics.ts';
import {
  applianceSide,
  assertNaiveRefuses,
  type CleanSpecimen,
  cleanRequest,
  drawCleanSpecimen,
  measureVerifySpeed,
  naiveSide,
  runBurst,
  type Side,
  type VerifySpeed,
} from './verify-speed.ts';

/** The benchmark does not measure the limits of a key. */
const NO_LIMITS = { CUSTOS_REQUESTS_PER_MINUTE: '1000000', CUSTOS_CREATES_PER_MINUTE: '1000000' };

/** This many parallel verifications must fit into the memory of a small machine. */
const MEMORY_BURST = 8;

/** The walk over every path of owners is given up after this time. */
const NAIVE_WALK_MS_MAX = 20_000;

/**
 * Measures a real appliance against `naive/`, the obvious assembly of the same packages, in turns on the same drawn specimens. Prints sentences for a
 * person, and as its last line one JSON object. Ratios over 1 mean that the appliance is better.
 */
async function main(): Promise<void> {
  const specimen = await drawCleanSpecimen();
  say('Starting the appliance and the naive assembly ...');
  await using appliance = await startApplianceProcess(NO_LIMITS);
  await loadDemoList(appliance);
  const [listeningSeconds, warmSeconds] = [round(appliance.listenMs / 1000), round(appliance.startMs / 1000)];
  say(`Start: it listens after ${listeningSeconds} s, and all engines are loaded after ${warmSeconds} s.`);

  const verify = await measureVerifications(appliance, specimen);
  const create = await measureCreates(appliance, specimen);
  const memory = toMib(memoryOf(appliance.pid));
  say('Looking at faces by each backend, in turns ...');
  const faces = await measureFaces();
  printFaces(faces);
  const liveness = await measureLivenessSpeed();
  say(
    `Liveness: the verdict on ${liveness.frames} frames takes ${liveness.seconds} s (${liveness.cpu_seconds} CPU-s), and ${liveness.memory_mib ?? '-'} MiB at most.`,
  );
  const ownership = measureOwnership(NAIVE_WALK_MS_MAX);
  printOwnership(ownership);
  say('Storing companies, and reading their lists ...');
  const companyLists = await measureCompanyLists();
  printCompanyLists(companyLists);
  const result = {
    cores: cpus().length,
    listening_seconds: listeningSeconds,
    warm_seconds: warmSeconds,
    verify,
    create,
    faces,
    liveness,
    ownership,
    company_lists: companyLists,
    appliance_memory_mib: memory,
  };
  say(`Memory of the appliance: ${memory?.now ?? '-'} MiB now, ${memory?.peak ?? '-'} MiB at most.`);
  say(JSON.stringify(result));
}

async function measureVerifications(appliance: ApplianceProcess, specimen: CleanSpecimen) {
  await using verifier = await startNaiveVerifier(appliance.folder);
  await using keeping = await startNaiveVerifier(appliance.folder, 'kept');
  for (const naive of [verifier, keeping]) await assertNaiveRefuses(naive, specimen);
  const client = createClient(appliance.base, appliance.key);
  say('Verifying one specimen again and again, in turns ...');
  const ownSide = applianceSide(appliance.pid, client, cleanRequest(specimen));
  const [own, naive, kept] = await measureVerifySpeed([
    ownSide,
    naiveSide(verifier, specimen),
    naiveSide(keeping, specimen),
  ]);
  if (!own || !naive || !kept) throw new Error('a side was not measured');
  printVerifySpeed('appliance', own);
  printVerifySpeed('naive, a new worker for each picture', naive);
  printVerifySpeed('naive, a worker for each core kept', kept);
  const [ratio, ratioKept] = [ratioOf(own, naive), ratioOf(own, kept)];
  say(`  ratio      latency ${ratio.latency}, throughput ${ratio.throughput}`);
  say(`  to kept    latency ${ratioKept.latency}, throughput ${ratioKept.throughput}`);
  return {
    appliance: own,
    naive: { ...naive, memory_mib: toMib(memoryOf(verifier.pid)) },
    naive_kept: { ...kept, memory_mib: toMib(memoryOf(keeping.pid)) },
    ratio,
    ratio_to_kept: ratioKept,
    memory_8_at_once_mib: await measureBurstMemory(ownSide),
  };
}

/** How many times better the appliance is. */
function ratioOf(own: VerifySpeed, other: VerifySpeed): { latency: number; throughput: number } {
  return {
    latency: round(other.latencyP50Seconds / own.latencyP50Seconds),
    throughput: round(own.perMinute / other.perMinute),
  };
}

/** The peak memory in MiB during this many parallel verifications, in a process that has worked before. Null if the system does not report it. */
async function measureBurstMemory(side: Side): Promise<number | null> {
  forgetPeak(side.pid);
  await runBurst(side, MEMORY_BURST);
  const peak = toMib(memoryOf(side.pid))?.peak ?? null;
  say(`  memory of the appliance with ${MEMORY_BURST} at once: ${peak ?? '-'} MiB at most`);
  return peak;
}

async function measureCreates(appliance: ApplianceProcess, specimen: CleanSpecimen) {
  await using upload = await startNaiveUpload(appliance.folder);
  const form = await makeUploadForm(specimen);
  const key = (await appliance.command('keys', 'create', '--test')).trim().split('\n').at(-1) ?? '';
  say(`Uploading three photographs (${round(form.body.length / 1e6)} MB) again and again, in turns, in test mode ...`);
  const [own, naive] = await measureCreateSpeed([{ base: appliance.base, pid: appliance.pid, key }, upload], form);
  if (!own || !naive) throw new Error('a side was not measured');
  const ratio = round(naive.p50Ms / own.p50Ms);
  printCreateSpeed('appliance', own);
  printCreateSpeed('naive    ', naive);
  say(`  ratio      ${ratio}`);
  return { appliance: own, naive, ratio };
}

function printCompanyLists(speed: CompanyListSpeed): void {
  say(
    `  of ${speed.records} companies: first page ${speed.first.p50Ms} ms (p95 ${speed.first.p95Ms}), in the middle ` +
      `${speed.startingAfter.p50Ms} onwards, ${speed.endingBefore.p50Ms} backwards, ${speed.ofStatus.p50Ms} of one status; ` +
      `${speed.hundred.p50Ms} for 100 at once`,
  );
}

function printVerifySpeed(side: string, speed: VerifySpeed): void {
  say(
    `  ${side}  ${speed.latencyP50Seconds} s each (at most ${speed.latencyMaxSeconds} s), ` +
      `${speed.perMinute} a minute, ${speed.cpuSecondsEach ?? '-'} CPU-seconds each, ${speed.coresBusy ?? '-'} of the cores busy`,
  );
}

function printCreateSpeed(side: string, speed: CreateSpeed): void {
  say(`  ${side}  p50 ${speed.p50Ms} ms, p95 ${speed.p95Ms} ms, ${speed.cpuMsEach ?? '-'} CPU-ms each`);
}

/** Prints the face speed by backend. */
function printFaces({ wasm, native, ratio }: FaceSpeed): void {
  for (const [name, { cpu_ms: cpuMs, stages }] of Object.entries({ wasm, native })) {
    const parts = Object.entries(stages).map(([stage, ms]) => `${stage} ${ms}`);
    say(`  ${name.padEnd(6)} ${cpuMs} CPU-ms a picture (${parts.join(', ')})`);
  }
  say(`  ratio  ${ratio}`);
}

function printOwnership({ nodes, shares, p50Ms, maxMs, naiveMs }: OwnershipSpeed): void {
  say(`Ownership of ${nodes} nodes with ${shares} shares in ten layers: p50 ${p50Ms} ms, at most ${maxMs} ms.`);
  say(`  walking every path: ${naiveMs === null ? 'given up' : `${naiveMs} ms`}`);
}

function toMib(use: MemoryUse | null): { now: number; peak: number } | null {
  return use && { now: Math.round(use.nowMib), peak: Math.round(use.peakMib) };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
