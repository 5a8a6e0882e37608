import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { trialCommand } from '../../server/commands/update-trial.ts';
import type { Surroundings } from '../../server/context.ts';
import { explainFailure, readHostConfig } from '../../server/host.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { type Behaviour, NEW_MIGRATIONS } from '../support/update-home.ts';

/** The program of a version, for trials: `updated-program.ts VERSION BEHAVIOUR update trial --nonce N`. */
const [version = '', behaviour = '', ...args] = process.argv.slice(2) as [string, Behaviour, ...string[]];
const config = readHostConfig();
const killStarter = (): void => void process.kill(process.ppid, 'SIGKILL');

function surroundings(): Surroundings {
  const engines = fakeEngines();
  const warm = async (): Promise<void> => {
    // The databases are open and migrated.
    if (behaviour === 'crashes') process.kill(process.pid, 'SIGKILL');
    if (behaviour === 'hangs') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (behaviour === 'kills-migrated') killStarter();
    await engines.warm();
  };
  const failed = { engine: 'text', state: 'failed', problem: 'The models do not fit.' } as const;
  const states = () => (behaviour === 'engine' ? [failed] : engines.states());
  const log = createLogger(systemClock, () => {});
  return { clock: systemClock, log, engines: { ...engines, warm, states }, migrations: NEW_MIGRATIONS };
}

if (behaviour === 'fails') throw new Error('a module is missing (this is part of the test)');
if (behaviour === 'kills-early') killStarter();
if (behaviour === 'garbage') {
  for (const name of ['custos.db', 'keys.db']) writeFileSync(join(config.dataDir, name), 'garbage '.repeat(1000));
  process.stdout.write('all is well\n'.repeat(1000));
  process.exit(0);
}
const io = { out: (text: string) => void process.stdout.write(text), err: () => {}, cwd: process.cwd() };
const said = behaviour === 'lies' ? '9.9.9' : version;
trialCommand(config, args, io, { surroundings, version: said }).then(
  (code) => {
    if (behaviour === 'kills-answered') killStarter();
    process.exit(code);
  },
  (error: unknown) => {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exit(1);
  },
);
