import { AppError } from '../lib/errors.ts';
import { type CommandIo, invalidCommand } from './io.ts';

/** What the commands of the appliance and of the hub show of an operator. */
interface Shown {
  id: string;
  login: string;
  name: string;
  role: string;
  active: boolean;
  mustChangePassword: boolean;
}

/** Returns the operator whom the only argument names by id or login. Throws `invalid_command`, `not_found`. */
export function findOperator<T extends Shown>(operators: readonly T[], args: readonly string[], usage: string): T {
  const [wanted, ...more] = args;
  if (wanted === undefined || more.length > 0) {
    throw invalidCommand(`Give one operator's id or login. Use one of:\n${usage}`);
  }
  const found = operators.find(({ id, login }) => id === wanted || login === wanted.toLowerCase());
  if (!found) {
    throw new AppError('not_found', 'There is no operator with this id or login. List the operators to see them.');
  }
  return found;
}

/** Prints a one-time password, which cannot be read again. */
export function printPassword(io: CommandIo, { id, active }: Shown, oneTimePassword: string): void {
  io.out(`${id}\n${oneTimePassword}\n`);
  io.err('The password works for 72 hours. The operator must change it at the first login.\n');
  if (!active) io.err('This operator cannot log in until an administrator activates the account.\n');
}

/** Says that the second factor of an operator was removed. */
export function printFactorRemoved(io: CommandIo, { id }: Shown): void {
  io.out(`${id}\n`);
  io.err('The second factor is removed. If the role requires one, the operator sets up a new one at the next login.\n');
}

/** Prints a line for each operator. */
export function printOperators(io: CommandIo, operators: readonly Shown[]): void {
  for (const { id, login, name, role, active, mustChangePassword } of operators) {
    const state = active ? (mustChangePassword ? 'has a one-time password' : 'active') : 'not active';
    io.out(`${[id, role, state, login, name].join('  ')}\n`);
  }
}
