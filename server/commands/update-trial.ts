import { parseArgs } from 'node:util';
import type { Config } from '../appliance/config.ts';
import { openAppliance, type Surroundings } from '../context.ts';
import { atEnd } from '../lib/at-end.ts';
import { AppError } from '../lib/errors.ts';
import { findProblem, trialAnswer } from '../updates/trial.ts';
import { type CommandIo, invalidCommand } from './io.ts';

/**
 * `custos update trial`: the current version runs it in the new version. It opens the real data folder, migrates it, loads the engines and checks
 * everything. It does not listen and does no work. The last line holds the result.
 */
export async function trialCommand(
  config: Config,
  args: string[],
  io: CommandIo,
  { surroundings, version }: { surroundings(config: Config): Surroundings; version: string },
): Promise<number> {
  const { values } = parseArgs({ args: args.slice(2), options: { nonce: { type: 'string' } } });
  const { nonce } = values;
  if (nonce === undefined) throw invalidCommand('Only "custos update apply" starts a trial. Run that command.');
  endWithWhoStarted();
  const problem = await tryOut({ ...config, showSecrets: false }, surroundings);
  io.out(trialAnswer(nonce, version, problem));
  return problem === null ? 0 : 1;
}

/** Standard input ends when the starting process ends, in whatever way. Then the trial must end too: nobody would restore the data after it. */
function endWithWhoStarted(): void {
  process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'));
  process.stdin.on('error', () => process.kill(process.pid, 'SIGKILL'));
  process.stdin.resume();
  process.stdin.unref?.();
}

async function tryOut(config: Config, surroundings: (config: Config) => Surroundings): Promise<string | null> {
  try {
    const appliance = await openAppliance(config, { ...surroundings(config), start: 'held' });
    await using _appliance = atEnd(() => appliance.close(0));
    await appliance.engines.warm();
    return findProblem({ db: appliance.db, keys: appliance.keys, engines: appliance.engines.states() });
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
