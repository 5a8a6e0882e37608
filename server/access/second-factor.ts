import { Secret, TOTP } from 'otpauth';
import { prepared } from '../db/prepared.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { seal, unseal } from '../vault/seal.ts';
import type { OperatorSource, Role } from '../vocabulary/roles.ts';
import type { KeyDeps } from './keys.ts';
import { hashSecret, makeCode, readCode, sameHash } from './secret.ts';

/** Time-based one-time passwords as all authenticator apps know them: RFC 6238 with SHA-1, six digits, a new code every 30 seconds. */
const DIGITS = 6;
const PERIOD_S = 30;
/** Time steps before and after the current one that are accepted too: RFC 6238, section 5.2, for differing clocks and slow typing. */
const WINDOW = 1;
/** RFC 4226, section 4, R6. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const ISSUER = 'Custos';

/** The encrypted data of an operator's second factor. */
interface Factor {
  /** Base32. */
  secret: string;
  /** The time step of the last accepted code: no code is accepted twice (RFC 6238, section 5.2). */
  step: number;
  /** Hashes of the remaining recovery codes, hexadecimal. */
  recovery: string[];
}

/** A secret that waits for its first code. */
export interface ShownFactor {
  /** Base32, for typing. */
  secret: string;
  /** `otpauth://` URI, for scanning. */
  uri: string;
}

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
      const secret = new Secret({ size: SECRET_BYTES });
      proposed.set(operatorId, { secret: secret.base32, untilMs: clock.now() + LIMITS.secondFactorProposedMs });
      return { secret: secret.base32, uri: totpOf(secret.base32, login).toString() };
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
  const after = isAppCode(typed) ? afterAppCode(deps, factor, typed) : afterRecoveryCode(deps, factor, typed);
  if (after === null) return false;
  storeFactor(deps, row.id, after);
  return true;
}

/**
 * Puts the secret in force if the code is correct, in the caller's transaction. Returns its recovery codes, which cannot be read again; null if the
 * code is wrong. Throws `state_conflict` while the machine's clock is in doubt.
 */
export function putInForce(deps: FactorDeps, operatorId: string, secret: string, typed: string): string[] | null {
  const step = stepOf(now(deps, 'state_conflict', 'Until then, no second factor can be set up.'), secret, typed);
  if (step === null) return null;
  const codes = Array.from({ length: RECOVERY_CODES }, makeCode);
  storeFactor(deps, operatorId, { secret, step, recovery: codes.map((code) => hashed(deps, code)) });
  return codes;
}

/** Removes the second factor, in the caller's transaction. */
export function clearFactor({ db, clock }: Pick<KeyDeps, 'db' | 'clock'>, operatorId: string): void {
  prepared(db, 'UPDATE operators SET sealed_factor = NULL, updated_at = ? WHERE id = ?').run(clock.now(), operatorId);
}

const isAppCode = (typed: string): boolean => /^\d{6}$/.test(typed.replaceAll(/\s/g, ''));

function afterAppCode(deps: FactorDeps, factor: Factor, typed: string): Factor | null {
  const step = stepOf(now(deps, 'login_failed', 'Until then, use a recovery code.'), factor.secret, typed);
  return step === null || step <= factor.step ? null : { ...factor, step };
}

function afterRecoveryCode(deps: FactorDeps, factor: Factor, typed: string): Factor | null {
  const hash = Buffer.from(hashed(deps, readCode(typed)), 'hex');
  const left = factor.recovery.filter((one) => !sameHash(Buffer.from(one, 'hex'), hash));
  return left.length === factor.recovery.length ? null : { ...factor, recovery: left };
}

/** Returns the time step of a code; null if the code is not valid at this time. */
function stepOf(timestamp: number, secret: string, typed: string): number | null {
  const delta = totpOf(secret).validate({ token: typed.replaceAll(/\s/g, ''), timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
}

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });

const hashed = ({ pepper }: Pick<FactorDeps, 'pepper'>, code: string): string =>
  hashSecret(pepper, `second-factor:${code}`).toString('hex');

const placeOf = (id: string): string => `operator:${id}:second-factor`;

function factorOf({ staffKey }: Pick<FactorDeps, 'staffKey'>, { id, sealed_factor }: FactorRow): Factor | null {
  if (sealed_factor === null) return null;
  return JSON.parse(unseal(staffKey, placeOf(id), sealed_factor).toString()) as Factor;
}

function storeFactor({ db, staffKey, clock }: FactorDeps, id: string, factor: Factor): void {
  const sealed = seal(staffKey, placeOf(id), Buffer.from(JSON.stringify(factor)));
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
