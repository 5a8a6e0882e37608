import type { Appliance } from '../appliance/appliance.ts';
import { doubtInWords } from '../clock/trust.ts';
import { isoTime } from '../lib/clock.ts';
import { type CommandIo, misused } from './io.ts';

export const CLOCK_USAGE = 'custos clock show\ncustos clock confirm';

/**
 * `custos clock show`: prints the time of this machine's clock and any doubt about it; a doubt returns 1. `custos clock confirm`: confirms that the
 * clock is right.
 */
export async function clockCommand({ clock, clockTrust }: Appliance, args: string[], io: CommandIo): Promise<number> {
  const [action, ...rest] = args;
  if (rest.length > 0 || (action !== 'show' && action !== 'confirm')) {
    throw misused(CLOCK_USAGE);
  }
  if (action === 'confirm') clockTrust.confirm('cli');
  else clockTrust.tick();
  io.out(`This machine's clock shows ${isoTime(clock.now())}.\n`);
  const doubt = clockTrust.doubt();
  io.out(doubt ? `${doubtInWords(doubt)}\n` : 'No problem found.\n');
  return doubt ? 1 : 0;
}
