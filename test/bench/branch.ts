import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadDemoList } from '../demo/load-list.ts';
import { CLONE, type ProgramTree, startApplianceProcess } from '../support/appliance-process.ts';
import { tempFolder } from '../support/folder.ts';
import {
  approveBranches,
  type BranchProcess,
  branchAnswer,
  contactHub,
  hubState,
  joinHub,
  settleWithHub,
  setUpHub,
  startHubProcess,
} from '../support/hub/processes.ts';
import { createClient } from '../support/verification-client.ts';
import { cpuSecondsOf } from './process-usage.ts';
import { round } from './statistics.ts';
import { applianceSide, cleanRequest, drawCleanSpecimen, runBurst, type Side } from './verify-speed.ts';

/** A hub may take this share of a branch's throughput. */
const SHARE_MAX = 0.02;
/** In parallel, so that the core has work at all times. */
const BURST = 8;
/** In this time a branch reports more of them, if there are more. */
const BACKFILL_STEP_MS = 3_000;
const NO_LIMITS = { CUSTOS_REQUESTS_PER_MINUTE: '1000000', CUSTOS_CREATES_PER_MINUTE: '1000000' };

/** Seconds of one verification. */
interface Cost {
  wall: number;
  /** Null if the system does not report it. */
  cpu: number | null;
}

/**
 * Measures what a hub costs a branch: verifications with the real engines at one appliance that now reports to a hub at level 1 over TLS, and now has left
 * it, in turns. The appliance has one core, and the hub, its PostgreSQL and the client another, because they are other machines. The branch sends while it
 * verifies, and its CPU time ends when the hub has signed a receipt for everything. Prints sentences and, as its last line, one JSON object. Exits with 1
 * if the hub takes more than 2 %.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { pairs: { type: 'string', default: '12' }, each: { type: 'string', default: '48' } },
  });
  const [pairs, bursts] = [Number(values.pairs), Math.ceil(Number(values.each) / BURST)];
  const tree = onItsOwnCore();
  using folder = tempFolder();
  await using hub = await startHubProcess(folder.path);
  const administrator = await setUpHub(hub);
  await using appliance = await startApplianceProcess(NO_LIMITS, undefined, tree);
  await loadDemoList(appliance);
  say(`An appliance that reports to a hub on ${hub.database}, and does not, in turns.`);
  const request = cleanRequest(await drawCleanSpecimen());
  const side = applianceSide(appliance.pid, createClient(appliance.base, appliance.key), request);
  const withHub = async (): Promise<Cost> => {
    const branch = await joinHub(administrator, appliance, 'Branch');
    await contactHub(branch);
    await approveBranches(administrator, [branch]);
    await reportEarlierRecords(branch);
    const cost = await costOf(side, bursts, branch);
    await branchAnswer(branch, 'DELETE', '/v1/system/hub');
    return cost;
  };
  const without = (): Promise<Cost> => costOf(side, bursts);
  await withHub();
  await without();
  const found: { withHub: Cost; without: Cost }[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    // Whatever drifts must not always meet the same side.
    const costs =
      pair % 2 === 0
        ? { withHub: await withHub(), without: await without() }
        : swapped(await without(), await withHub());
    found.push(costs);
    say(`  pair ${pair + 1}: ${shown(costs.withHub)} with the hub, ${shown(costs.without)} without`);
  }
  const wall = addedShare(found.map((costs) => costs.withHub.wall / costs.without.wall));
  const cpu = addedShare(found.map((costs) => (costs.withHub.cpu ?? Number.NaN) / (costs.without.cpu ?? Number.NaN)));
  say(`A hub adds ${percent(wall)} to the time of a verification, and ${percent(cpu)} to its CPU time.`);
  const isMissed = !(wall.mean <= SHARE_MAX);
  if (isMissed) say('MISSED: 2 %');
  console.log(JSON.stringify({ pairs, verifications: bursts * BURST * pairs * 2, wall, cpu, missed: isMissed }));
  if (isMissed) process.exitCode = 1;
}

/** Waits until a new branch has reported the records that were there before, which happens once. */
async function reportEarlierRecords(branch: BranchProcess): Promise<void> {
  for (let before = -1; ; ) {
    const { entries } = await hubState(branch);
    if (entries === before) return;
    before = entries;
    await wait(BACKFILL_STEP_MS);
    await settleWithHub(branch);
  }
}

const swapped = (without: Cost, withHub: Cost) => ({ withHub, without });

/** Puts this process and all that it starts on the second core. Returns how an appliance starts on the first. */
function onItsOwnCore(): ProgramTree {
  if (process.platform !== 'linux' || availableParallelism() < 2) {
    say('Everything shares the same cores here, so the work of the hub counts as a cost of the branch.');
    return CLONE;
  }
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '1', String(process.pid)], { stdio: 'ignore' });
  return { ...CLONE, server: ['taskset', '--cpu-list', '0', ...CLONE.server] };
}

async function costOf(side: Side, bursts: number, branch?: BranchProcess): Promise<Cost> {
  // After a pause, verifications are slower for a while, and joining a hub takes one.
  await runBurst(side, BURST);
  const [beginMs, before] = [performance.now(), cpuSecondsOf(side.pid)];
  for (let burst = 0; burst < bursts; burst++) await runBurst(side, BURST);
  const endMs = performance.now();
  if (branch) await settleWithHub(branch);
  const after = cpuSecondsOf(side.pid);
  const count = bursts * BURST;
  return {
    wall: (endMs - beginMs) / 1000 / count,
    cpu: before === null || after === null ? null : (after - before) / count,
  };
}

/** What the ratios add to 1, in the mean, with twice its standard error. */
function addedShare(ratios: readonly number[]): { mean: number; error: number } {
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  const squares = ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0);
  const error = 2 * Math.sqrt(squares / (ratios.length - 1) / ratios.length);
  return { mean: round(mean - 1), error: round(error) };
}

const percent = ({ mean, error }: { mean: number; error: number }): string =>
  `${round(100 * mean)} % (± ${round(100 * error)})`;
const shown = ({ wall, cpu }: Cost): string => `${round(wall)} s (${cpu === null ? '-' : round(cpu)} CPU-s)`;
const say = (line: string): void => console.log(line);

await main();
