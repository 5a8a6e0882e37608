import { parseArgs } from 'node:util';
import type { Appliance } from '../appliance/appliance.ts';
import { verifyAuditInSlices } from '../audit/log.ts';
import { acceptAll, quarantine } from '../quarantine/quarantine.ts';
import { findOtherStates } from '../quarantine/states.ts';
import { findRefused } from '../rows/guard.ts';
import { GUARDED_NAMES } from '../rows/tables.ts';
import { type CommandIo, misused } from './io.ts';

export const VERIFY_DATA_USAGE =
  'custos verify-data\ncustos verify-data --quarantine TABLE ROW\ncustos verify-data --accept-all';

/**
 * `custos verify-data`: prints every stored row that the appliance did not write in this form, and every record whose state differs from the audit
 * log. Returns 1 if there is any. `--quarantine` takes one out of use; `--accept-all` accepts all as they are.
 */
export async function verifyDataCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { quarantine: { type: 'string' }, 'accept-all': { type: 'boolean' } },
  });
  if (values.quarantine !== undefined && !values['accept-all']) {
    const table = GUARDED_NAMES.find((name) => name === values.quarantine);
    const row = positionals.join(' ');
    if (table && row) {
      quarantine(appliance, { table, row }, 'cli');
      io.out(`${table} ${row} is no longer used.\n`);
      return 0;
    }
  } else if (positionals.length === 0) {
    if (!values['accept-all']) return verifyData(appliance, io);
    io.out(`${acceptAll(appliance, 'cli')} rows are accepted as they are now. The audit log records this.\n`);
    return 0;
  }
  throw misused(VERIFY_DATA_USAGE);
}

async function verifyData({ db, keys }: Appliance, io: CommandIo): Promise<number> {
  let faults = 0;
  const tell = (line: string): void => {
    faults += 1;
    io.out(`${line}\n`);
  };
  const verdict = await verifyAuditInSlices({ db, keys });
  if (!verdict.ok) tell(`The audit log is not intact: ${verdict.problem}.`);
  for await (const { table, row } of findRefused(db))
    tell(`Changed outside the appliance and refused: ${table} ${row}`);
  for await (const { id, status, logged } of findOtherStates(db))
    tell(`State differs from the audit log: verifications ${id} is in ${status}, but the audit log says ${logged}`);
  if (faults === 0) {
    io.out('Every row is as the appliance wrote it, and the state of every record matches the audit log.\n');
    return 0;
  }
  io.out(
    'Compare these rows with your latest backup. "custos verify-data --quarantine TABLE ROW" stops the use of a row: a permission is removed, and an ended record needs review.\n',
  );
  return 1;
}
