import { parseArgs } from 'node:util';
import {
  createOperator,
  listOperators,
  type Operator,
  removeSecondFactor,
  resetPassword,
} from '../access/operators.ts';
import { parseOrThrow } from '../api/validate.ts';
import type { Appliance } from '../appliance/appliance.ts';
import { newOperatorSchema } from '../contract/operators.ts';
import { AppError } from '../lib/errors.ts';
import { type CommandIo, invalidCommand, misused } from './io.ts';

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
    for (const operator of listOperators(access)) io.out(`${describe(operator)}\n`);
  } else if (action === 'reset') {
    const { operator, oneTimePassword } = await resetPassword(access, findOperator(appliance, rest).id, ACTOR);
    printPassword(io, operator, oneTimePassword);
    if (!operator.active) io.err('This operator cannot log in until an administrator activates the account.\n');
  } else if (action === 'remove-second-factor') {
    const { id } = removeSecondFactor(access, findOperator(appliance, rest).id, ACTOR);
    io.out(`${id}\n`);
    io.err(
      'The second factor is removed. If the role requires one, the operator sets up a new one at the next login.\n',
    );
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

function findOperator({ access }: Appliance, args: string[]): Operator {
  const [wanted, ...more] = args;
  if (wanted === undefined || more.length > 0) {
    throw invalidCommand(`Give one operator's id or login. Use one of:\n${OPERATORS_USAGE}`);
  }
  const found = listOperators(access).find(({ id, login }) => id === wanted || login === wanted.toLowerCase());
  if (!found)
    throw new AppError(
      'not_found',
      'There is no operator with this id or login. Run "custos operators list" to see them.',
    );
  return found;
}

function printPassword(io: CommandIo, { id }: Operator, oneTimePassword: string): void {
  io.out(`${id}\n${oneTimePassword}\n`);
  io.err('The password works for 72 hours. The operator must change it at the first login.\n');
}

function describe({ id, login, name, role, active, mustChangePassword }: Operator): string {
  const state = active ? (mustChangePassword ? 'has a one-time password' : 'active') : 'not active';
  return [id, role, state, login, name].join('  ');
}
