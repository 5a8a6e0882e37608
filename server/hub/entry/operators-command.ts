import { existsSync } from 'node:fs';
import { type CommandIo, misused } from '../../commands/io.ts';
import { findOperator, printFactorRemoved, printOperators, printPassword } from '../../commands/operator-lines.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { createIds } from '../../lib/ids.ts';
import type { Logger } from '../../lib/log.ts';
import { openAccess } from '../access/open.ts';
import { listOperators, removeSecondFactor, resetPassword } from '../access/operators.ts';
import { runningPostgres } from '../db/local-postgres.ts';
import { transact } from '../db/transact.ts';
import { openHubKeys } from '../keys.ts';
import type { HubConfig } from './config.ts';
import { masterKeyOf, openDatabase, ownPostgres } from './run.ts';

export const HUB_OPERATORS_USAGE = `custos hub-operators list
custos hub-operators reset OPERATOR_ID_OR_LOGIN
custos hub-operators remove-second-factor OPERATOR_ID_OR_LOGIN`;

const ACTOR = 'cli';

/** `operators ...`: lists the hub's operators, and lets one in who lost the password or the second factor. The hub may run meanwhile. */
export async function hubOperatorsCommand(
  config: HubConfig,
  { clock, log }: { clock: Clock; log: Logger },
  [action, ...rest]: readonly string[],
  io: CommandIo,
): Promise<void> {
  if (action !== 'list' && action !== 'reset' && action !== 'remove-second-factor') throw misused(HUB_OPERATORS_USAGE);
  if (!existsSync(config.keysDir)) {
    throw new AppError('invalid_configuration', `There is no hub: ${config.keysDir} does not exist. Start it first.`);
  }
  // A hub with a PostgreSQL of its own may have it running.
  const databaseUrl = config.databaseUrl ?? (await runningPostgres(ownPostgres(config.dataDir)));
  await using database = await openDatabase({ ...config, databaseUrl }, log);
  const { pool } = database;
  const keys = await openHubKeys(config.keysDir, masterKeyOf(config), clock.now());
  const access = openAccess({ pool, clock, newId: createIds(clock), factorRoles: config.secondFactor }, keys.secret);
  const operators = await transact(pool, 'all', (tx) => listOperators(access, tx), { readOnly: true });
  if (action === 'list') return printOperators(io, operators);
  const { id } = findOperator(operators, rest, HUB_OPERATORS_USAGE);
  if (action === 'remove-second-factor') return printFactorRemoved(io, await removeSecondFactor(access, id, ACTOR));
  const { operator, oneTimePassword } = await resetPassword(access, id, ACTOR);
  printPassword(io, operator, oneTimePassword);
}
