import { verifyAudit } from '../audit/log.ts';
import type { Appliance } from '../context.ts';
import { AppError } from '../lib/errors.ts';
import type { CommandIo } from './io.ts';

export const AUDIT_USAGE = 'custos audit verify';

/** `custos audit verify`: follows the audit log's chain from its first entry. Returns 1 where it does not hold. */
export async function auditCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  if (args.length !== 1 || args[0] !== 'verify') throw new AppError('invalid_command', `Use: ${AUDIT_USAGE}`);
  const verdict = verifyAudit(appliance);
  if (verdict.ok) {
    io.out(`The audit log is whole: ${verdict.count} entries.\n`);
    return 0;
  }
  io.out(`The audit log does not hold: ${verdict.problem}. Compare it with your latest backup.\n`);
  return 1;
}
