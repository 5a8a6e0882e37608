import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { must } from '../../server/lib/assert.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { applyTree } from '../../server/updates/apply.ts';
import { planProgram } from '../../server/updates/plan.ts';
import { openPack } from '../../server/updates/read-pack.ts';

/**
 * Applies the pack `PACK`, signed by `KEY`, to the installation `HOME_FOLDER` with the data of `CUSTOS_DATA_DIR`. Kills
 * itself before the disk change with the number `KILL_AT`. Prints each step, and at its end the number of changes.
 */
const env = (name: string): string => must(process.env[name], `${name} is set`);
const killAt = Number(process.env['KILL_AT'] ?? Number.NaN);
/** Or the disk is full at this change. */
const fullAt = Number(process.env['FULL_AT'] ?? Number.NaN);
let changes = 0;

const CHANGING = [
  'openSync',
  'writeSync',
  'writeFileSync',
  'fsyncSync',
  'renameSync',
  'rmSync',
  'mkdirSync',
  'copyFileSync',
  'fchmodSync',
] as const;
for (const name of CHANGING) {
  const real = fs[name] as (...args: unknown[]) => unknown;
  (fs as unknown as Record<string, unknown>)[name] = (...args: unknown[]) => {
    if (changes === killAt) process.kill(process.pid, 'SIGKILL');
    if (changes++ === fullAt) throw Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: name });
    return real(...args);
  };
}
syncBuiltinESMExports();

const { platform, arch } = process;
const here = { version: '0.1.0', platform, arch, home: env('HOME_FOLDER'), desktop: false };
using pack = await openPack(env('PACK'), { publicKeys: [env('KEY')], nowMs: systemClock.now() });
const program = must(pack.manifest.program, 'it holds a program');
const plan = planProgram(program, here);
if (plan.way !== 'tree') throw new Error('it holds a tree for this machine');
await applyTree(
  { pack, tree: plan.tree, version: program.version.to },
  {
    home: here.home,
    dataDir: env('CUSTOS_DATA_DIR'),
    clock: systemClock,
    log: createLogger(systemClock, () => {}),
    trialMs: 60_000,
    say: (line) => void process.stdout.write(`${line}\n`),
  },
);
process.stdout.write(`changes ${changes}\n`);
