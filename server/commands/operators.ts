import { parseArgs } from 'node:util';
import { createOperator, listOperators, removeSecondFactor, resetPassword } from '../access/operators.ts';
import { parseOrThrow } from '../api/validate.ts';
import type { Appliance } from '../appliance/appliance.ts';
import { newOperatorSchema } from '../contract/operators.ts';
import { AppError } from '../lib/errors.ts';
import { type CommandIo, invalidCommand, misused } from './io.ts';
import { findOperator, printFactorRemoved, printOperators, printPassword } from './operator-lines.ts';

export const OPERATORS_USAGE = `custos operators create --login LOGIN --name NAME --role administrator|reviewer|operator|auditor
custos operators list
custos operators reset OPERATOR_ID_OR_LOGIN
custos operators remove-second-factor OPERATOR_ID_OR_LOGIN`;

const ACTOR = 'cli';

/** `custos operators ...`: creates and lists operators, and unlocks an operator. A one-time password is printed once. */
export async function operatorsCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const [action, ...rest] = args;
  const { access } = appliance;
  if (action === 'create') {
    const { operator, oneTimePassword } = await createOperator(access, parseNewOperator(rest), ACTOR);
    printPassword(io, operator, oneTimePassword);
  } else if (action === 'list') {
    printOperators(io, listOperators(access));
  } else if (action === 'reset') {
    const { id } = findOperator(listOperators(access), rest, OPERATORS_USAGE);
    const { operator, oneTimePassword } = await resetPassword(access, id, ACTOR);
    printPassword(io, operator, oneTimePassword);
  } else if (action === 'remove-second-factor') {
    const { id } = findOperator(listOperators(access), rest, OPERATORS_USAGE);
    printFactorRemoved(io, removeSecondFactor(access, id, ACTOR));
  } else {
    throw misused(OPERATORS_USAGE);
  }
  return 0;
}

function parseNewOperator(args: string[]) {
  const options = { login: { type: 'string' }, name: { type: 'string' }, role: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  try {
    return parseOrThrow(newOperatorSchema, values, 'The operator cannot be created with these values.');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const faults = (error.details.items ?? []).map(({ message }) => `--${message}`);
    throw invalidCommand(`${faults.join('\n')}\nUse:\n${OPERATORS_USAGE}`);
  }
}
