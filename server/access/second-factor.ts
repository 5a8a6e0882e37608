import { prepared } from '../db/prepared.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { OperatorSource, Role } from '../vocabulary/roles.ts';
import type { KeyDeps } from './keys.ts';
import {
  afterCode,
  confirmFactor,
  type Factor,
  makeFactor,
  type ShownFactor,
  sealFactor,
  unsealFactor,
} from './totp.ts';

/**
 * Secrets that were shown and wait for their first code. They are kept only in memory until the process ends, or for `LIMITS.secondFactorProposedMs`.
 */
export interface ProposedFactors {
  propose(operatorId: string, login: string): ShownFactor;
  /** The waiting secret, in base32; null if there is none or it has expired. */
  secretOf(operatorId: string): string | null;
  drop(operatorId: string): void;
}

/** The rules for requiring and checking second factors. */
export interface FactorRules {
  /** Returns the roles whose operators must have one now. The directory may be trusted to ask its own operators for one. */
  secondFactorRoles(source: OperatorSource): readonly Role[];
  /** Whether the appliance asks these operators for the code of their second factor; the directory may be trusted to have done so. */
  asksForFactor(source: OperatorSource): boolean;
  /** Returns the time for checking app codes, in ms since 1970; null while the machine's clock may be wrong. */
  codeTime(): number | null;
}

interface FactorDeps extends Pick<KeyDeps, 'db' | 'clock' | 'pepper'>, Pick<FactorRules, 'codeTime'> {
  /** Encrypts the stored data. */
  staffKey: Buffer;
}

/** A row of an operator. */
interface FactorRow {
  id: string;
  sealed_factor: Buffer | null;
}

export function createProposedFactors({ clock }: Pick<KeyDeps, 'clock'>): ProposedFactors {
  const proposed = new Map<string, { secret: string; untilMs: number }>();
  return {
    propose(operatorId, login) {
      const shown = makeFactor(login);
      proposed.set(operatorId, { secret: shown.secret, untilMs: clock.now() + LIMITS.secondFactorProposedMs });
      return shown;
    },
    secretOf(operatorId) {
      const found = proposed.get(operatorId);
      return found && found.untilMs > clock.now() ? found.secret : null;
    },
    drop: (operatorId) => void proposed.delete(operatorId),
  };
}

/**
 * Whether a code matches the second factor of this row. Records a used code, in the caller's transaction. Throws `login_failed` for an app's code
 * while the machine's clock is in doubt: the appliance cannot know which code is current.
 */
export function useCode(deps: FactorDeps, row: FactorRow, typed: string): boolean {
  const factor = factorOf(deps, row);
  if (factor === null) return true;
  const after = afterCode(deps, factor, typed, () => now(deps, 'login_failed', 'Until then, use a recovery code.'));
  if (after === null) return false;
  storeFactor(deps, row.id, after);
  return true;
}

/**
 * Puts the secret in force if the code is correct, in the caller's transaction. Returns its recovery codes, which cannot be read again; null if the
 * code is wrong. Throws `state_conflict` while the machine's clock is in doubt.
 */
export function putInForce(deps: FactorDeps, operatorId: string, secret: string, typed: string): string[] | null {
  const timeMs = now(deps, 'state_conflict', 'Until then, no second factor can be set up.');
  const made = confirmFactor(deps, { secret, typed, timeMs });
  if (made === null) return null;
  storeFactor(deps, operatorId, made.factor);
  return made.recoveryCodes;
}

/** Removes the second factor, in the caller's transaction. */
export function clearFactor({ db, clock }: Pick<KeyDeps, 'db' | 'clock'>, operatorId: string): void {
  prepared(db, 'UPDATE operators SET sealed_factor = NULL, updated_at = ? WHERE id = ?').run(clock.now(), operatorId);
}

const placeOf = (id: string): string => `operator:${id}:second-factor`;

function factorOf({ staffKey }: Pick<FactorDeps, 'staffKey'>, { id, sealed_factor }: FactorRow): Factor | null {
  if (sealed_factor === null) return null;
  return unsealFactor(staffKey, placeOf(id), sealed_factor);
}

function storeFactor({ db, staffKey, clock }: FactorDeps, id: string, factor: Factor): void {
  const sealed = sealFactor(staffKey, placeOf(id), factor);
  prepared(db, 'UPDATE operators SET sealed_factor = ?, updated_at = ? WHERE id = ?').run(sealed, clock.now(), id);
}

/** Returns the time for checking codes. Throws while it is in doubt; `otherwise` says what to do. */
function now(
  { codeTime }: Pick<FactorDeps, 'codeTime'>,
  code: 'login_failed' | 'state_conflict',
  otherwise: string,
): number {
  const time = codeTime();
  if (time !== null) return time;
  throw new AppError(
    code,
    `The appliance's clock may be wrong, so app codes cannot be checked. Ask an administrator to set the clock right or confirm it ("custos clock"). ${otherwise}`,
  );
}
