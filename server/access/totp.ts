import { Secret, TOTP } from 'otpauth';
import { seal, unseal } from '../vault/seal.ts';
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

/** The answer to a code that opens nothing, of the appliance and of the hub. */
export const WRONG_CODE =
  'The code is wrong or was already used. Wait for the next code in your app, or use a recovery code.';
/** The answer to a login without a code. */
export const CODE_MISSING = 'Send the code from your authenticator app, or a recovery code, as code.';
/** The answer to a first code that does not fit. */
export const WRONG_FIRST_CODE =
  'code does not match this secret at this time; check the clock of your device, then enter the next code.';

/** An operator's second factor that is in force. */
export interface Factor {
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

/** Key of the hashes of recovery codes. */
interface Peppered {
  pepper: Buffer;
}

/** Returns a new secret for the operator with this login. */
export function makeFactor(login: string): ShownFactor {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  return { secret, uri: totpOf(secret, login).toString() };
}

/** Returns the factor of a secret whose first code is right, with its recovery codes, which cannot be read again; null if the code is wrong. */
export function confirmFactor(
  keys: Peppered,
  { secret, typed, timeMs }: { secret: string; typed: string; timeMs: number },
): { factor: Factor; recoveryCodes: string[] } | null {
  const step = stepOf(timeMs, secret, typed);
  if (step === null) return null;
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, makeCode);
  return { factor: { secret, step, recovery: recoveryCodes.map((code) => hashed(keys, code)) }, recoveryCodes };
}

/**
 * Returns the factor after the use of a code of its app, or of a recovery code: neither opens it again. null: the code opens nothing.
 * @param time returns the time for checking a code of an app, in ms since 1970; not called for a recovery code
 */
export function afterCode(keys: Peppered, factor: Factor, typed: string, time: () => number): Factor | null {
  if (!isAppCode(typed)) return afterRecoveryCode(keys, factor, typed);
  const step = stepOf(time(), factor.secret, typed);
  return step === null || step <= factor.step ? null : { ...factor, step };
}

/** Seals what is stored of a second factor. `place`: whose it is. */
export const sealFactor = (staffKey: Buffer, place: string, kept: object): Buffer =>
  seal(staffKey, place, Buffer.from(JSON.stringify(kept)));

export const unsealFactor = <T>(staffKey: Buffer, place: string, sealed: Buffer): T =>
  JSON.parse(unseal(staffKey, place, sealed).toString()) as T;

const isAppCode = (typed: string): boolean => /^\d{6}$/.test(typed.replaceAll(/\s/g, ''));

function afterRecoveryCode(keys: Peppered, factor: Factor, typed: string): Factor | null {
  const hash = Buffer.from(hashed(keys, readCode(typed)), 'hex');
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

const hashed = ({ pepper }: Peppered, code: string): string =>
  hashSecret(pepper, `second-factor:${code}`).toString('hex');
