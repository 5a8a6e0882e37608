import { expect, it } from 'vitest';
import { accountRefusal } from '../../../server/ldap/account-state.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
/** FILETIME: 100 ns since 1601. */
const fileTime = (timeMs: number): string => String((BigInt(timeMs) + 11_644_473_600_000n) * 10_000n);

function refusalOf(values: Record<string, string | Buffer>): string | null {
  const attributes = new Map(Object.entries(values).map(([name, value]) => [name, [Buffer.from(value as string)]]));
  return accountRefusal(attributes, NOW_MS);
}

it('accepts an account that is open', () => {
  expect(refusalOf({})).toBeNull();
  expect(
    refusalOf({
      useraccountcontrol: '66048',
      accountexpires: '9223372036854775807',
      lockouttime: '0',
      nsaccountlock: 'false',
      shadowexpire: '-1',
    }),
  ).toBeNull();
  expect(refusalOf({ accountexpires: '0' })).toBeNull();
  // The computed bits know that the lock is over.
  expect(
    refusalOf({ lockouttime: fileTime(NOW_MS - 86_400_000), 'msds-user-account-control-computed': '0' }),
  ).toBeNull();
});

it('refuses an account to the millisecond and the day of its end', () => {
  expect(refusalOf({ accountexpires: fileTime(NOW_MS + 1) })).toBeNull();
  expect(refusalOf({ accountexpires: fileTime(NOW_MS) })).toBe('expired');
  const day = NOW_MS / 86_400_000;
  expect(refusalOf({ shadowexpire: String(day + 1) })).toBeNull();
  expect(refusalOf({ shadowexpire: String(day) })).toBe('expired');
  expect(refusalOf({ shadowexpire: '0' })).toBe('expired');
});

it('refuses an account that is disabled or locked', () => {
  expect(refusalOf({ useraccountcontrol: '514' })).toBe('disabled');
  expect(refusalOf({ useraccountcontrol: '-2147483646' })).toBe('disabled');
  expect(refusalOf({ nsaccountlock: 'TRUE' })).toBe('disabled');
  expect(refusalOf({ lockouttime: '1' })).toBe('locked');
  expect(refusalOf({ 'msds-user-account-control-computed': '16' })).toBe('locked');
  expect(refusalOf({ pwdaccountlockedtime: '20260101000000Z' })).toBe('locked');
});

it('refuses an account whose state cannot be read', () => {
  expect(refusalOf({ useraccountcontrol: 'x' })).toBe('disabled');
  expect(refusalOf({ useraccountcontrol: Buffer.of(0xff) })).toBe('disabled');
  expect(refusalOf({ nsaccountlock: '' })).toBe('disabled');
  expect(refusalOf({ lockouttime: '' })).toBe('locked');
  expect(refusalOf({ 'msds-user-account-control-computed': '9'.repeat(40) })).toBe('locked');
  expect(refusalOf({ accountexpires: '1e9' })).toBe('expired');
  expect(refusalOf({ shadowexpire: 'never' })).toBe('expired');
});
