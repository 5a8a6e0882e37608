import { join } from 'node:path';
import type { Appliance } from '../appliance/appliance.ts';
import { AppError } from '../lib/errors.ts';
import { type Replayed, replayVerification } from '../pipeline/replay/replay.ts';
import { type CommandIo, invalidCommand } from './io.ts';

export const REPLAY_USAGE = 'custos replay ver_...|kyb_ver_...';

const SAID: Record<Replayed['outcome'], string> = { same: 'same', differs: 'differs', not_run: 'not run' };

/**
 * `custos replay ID`: computes each result again from its inputs and the decision from the stored results, and reports whether they are the same.
 * Stores nothing. Returns 1 if anything differs.
 */
export async function replayCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const [id, ...more] = args;
  if (id === undefined || more.length > 0) throw invalidCommand(`Use: ${REPLAY_USAGE}`);
  const { config, registerSearch } = appliance;
  const replayed = await replayVerification(
    {
      ...appliance,
      registers: registerSearch,
      faceIndex: null,
      observeStep() {},
      registersFolder: join(config.dataDir, 'registers'),
    },
    id,
  );
  if (!replayed) throw new AppError('not_found', `There is no verification with the id ${id}. Check the id.`);
  for (const { what, outcome, note } of replayed) {
    io.out(`${what}: ${SAID[outcome]}${note === null ? '' : ` (${note})`}\n`);
  }
  return replayed.some(({ outcome }) => outcome === 'differs') ? 1 : 0;
}
