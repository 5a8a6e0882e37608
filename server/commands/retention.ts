import { parseArgs } from 'node:util';
import type { Appliance } from '../appliance/appliance.ts';
import { isoTime } from '../lib/clock.ts';
import { type PurgeResult, purge, purgeAll } from '../retention/purge.ts';
import { type CommandIo, misused } from './io.ts';

export const RETENTION_USAGE = `custos retention show
custos retention purge [--dry-run]`;

/** `custos retention ...`: shows the retention periods and what is due, and erases what is due; in both modes. */
export async function retentionCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const [action, ...rest] = args;
  const { values } = parseArgs({ args: rest, options: { 'dry-run': { type: 'boolean', default: false } } });
  const { retention } = appliance;
  const look = () => purge(retention, { livemode: null, dryRun: true, actor: 'cli' });
  if (action === 'show' && rest.length === 0) {
    const { months, biometricsMonths } = retention.policy();
    io.out(
      `Records are kept for ${months} months after the end of the business relationship. If that end is not known, the time runs from the end of the verification.\n`,
    );
    io.out(
      biometricsMonths === 0
        ? 'No face templates are kept.\n'
        : `Face templates are kept for ${biometricsMonths} months.\n`,
    );
    io.out(describe(await look()));
    return 0;
  }
  if (action !== 'purge') throw misused(RETENTION_USAGE);
  if (values['dry-run']) {
    const result = await look();
    for (const { id, livemode, dueAtMs } of result.due) {
      io.out(`${id}  ${livemode ? 'live' : 'test'}  due since ${isoTime(dueAtMs)}\n`);
    }
    io.out(describe(result));
    return 0;
  }
  const { erased, biometricsErased } = await purgeAll(retention, 'cli');
  io.out(`Erased ${erased} records, and the face templates of ${biometricsErased} more.\n`);
  return 0;
}

function describe({ dueCount, biometricsDueCount }: PurgeResult): string {
  return `Due now: ${dueCount} records, and the face templates of ${biometricsDueCount} records.\n`;
}
