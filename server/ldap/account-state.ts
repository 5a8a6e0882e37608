import { textOf } from './answers.ts';

/** Why an entry lets nobody in, though it exists. */
export type AccountRefusal = 'disabled' | 'expired' | 'locked';

type Attributes = ReadonlyMap<string, readonly Buffer[]>;

/** Attributes that say whether an account may be used: Active Directory, 389 Directory Server and FreeIPA, OpenLDAP's ppolicy, shadow accounts. */
export const STATE_ATTRIBUTES = [
  'userAccountControl',
  'msDS-User-Account-Control-Computed',
  'accountExpires',
  'lockoutTime',
  'nsAccountLock',
  'pwdAccountLockedTime',
  'shadowExpire',
];

/** Bits of userAccountControl (MS-ADTS 2.2.16). */
const ACCOUNT_DISABLED = 0x2n;
const LOCKED_OUT = 0x10n;
/** The values of accountExpires for an account that does not expire (MS-ADA1 2.3). */
const NEVER = [0n, 0x7fffffffffffffffn];
/** FILETIME counts 100 ns since 1601-01-01. */
const FILETIME_PER_MS = 10_000n;
const FILETIME_OF_1970_MS = 11_644_473_600_000n;
const DAY_MS = 24 * 3600 * 1000;

/** Returns why the account may not be used now, or null. A value that cannot be read refuses, too. */
export function accountRefusal(attributes: Attributes, nowMs: number): AccountRefusal | null {
  const control = numberOf(attributes, 'useraccountcontrol');
  if (control === 'unreadable' || (control !== null && (control & ACCOUNT_DISABLED) !== 0n)) return 'disabled';
  const lock = firstText(attributes, 'nsaccountlock');
  if (lock !== null && lock.toLowerCase() !== 'false') return 'disabled';
  if (isLocked(attributes)) return 'locked';
  return isExpired(attributes, nowMs) ? 'expired' : null;
}

function isLocked(attributes: Attributes): boolean {
  // Both stay after the lock's time has passed, until the next right password. Logins therefore look after the password was accepted.
  if (firstText(attributes, 'pwdaccountlockedtime') !== null) return true;
  // Active Directory computes this one, so it knows how long a lock lasts.
  const computed = numberOf(attributes, 'msds-user-account-control-computed');
  if (computed !== null) return computed === 'unreadable' || (computed & LOCKED_OUT) !== 0n;
  const since = numberOf(attributes, 'lockouttime');
  return since !== null && since !== 0n;
}

function isExpired(attributes: Attributes, nowMs: number): boolean {
  const fileTime = numberOf(attributes, 'accountexpires');
  if (fileTime === 'unreadable') return true;
  if (fileTime !== null && !NEVER.includes(fileTime)) {
    if (fileTime / FILETIME_PER_MS - FILETIME_OF_1970_MS <= BigInt(Math.floor(nowMs))) return true;
  }
  const day = numberOf(attributes, 'shadowexpire');
  return day === 'unreadable' || (day !== null && day >= 0n && Number(day) * DAY_MS <= nowMs);
}

function numberOf(attributes: Attributes, name: string): bigint | 'unreadable' | null {
  const text = firstText(attributes, name);
  if (text === null) return null;
  return /^-?\d{1,20}$/.test(text) ? BigInt(text) : 'unreadable';
}

/** Returns the first value, or null if there is none. */
function firstText(attributes: Attributes, name: string): string | null {
  const [value] = attributes.get(name) ?? [];
  return value === undefined ? null : (textOf(value) ?? '');
}
