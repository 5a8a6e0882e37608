import type { Appliance } from '../appliance/appliance.ts';
import { type CommandIo, invalidCommand } from './io.ts';

export const SETUP_CODE_USAGE = 'custos setup-code';

/** `custos setup-code`: prints a new one-time code for creating the first administrator, which replaces the previous code. */
export async function setupCodeCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  if (args.length > 0) throw invalidCommand(`Use: ${SETUP_CODE_USAGE}`);
  const code = appliance.openSetup();
  if (code === null) {
    io.err('An operator already exists. Ask an administrator to create others, or use "custos operators".\n');
    return 1;
  }
  io.out(`${code}\n`);
  io.err("Type it on the console's first page. It works once, until the next start or the next setup code.\n");
  return 0;
}
