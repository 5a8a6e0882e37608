import { describe, expect, it } from 'vitest';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();
const { auditAddress, auditFilterOf, auditPath, exportPath } = await import(
  '../../../renderer/pages/audit/filter-bar.tsx'
);
const { placeOfSubject, shortId } = await import('../../../renderer/pages/audit/page.tsx');

const NONE = { actor: '', action: '', subject: '', from: '', to: '' };
const startOf = (year: number, month: number, day: number): string => new Date(year, month - 1, day).toISOString();

describe('the filter of the audit log', () => {
  it('is kept in the address and restored from it', () => {
    const filter = { actor: 'opr_1', action: 'review.decided', subject: 'ver_1', from: '2026-01-31', to: '2026-02-01' };
    const address = auditAddress(filter);
    expect(auditFilterOf(new URL(address, 'http://console.invalid').searchParams)).toEqual(filter);
    expect(auditAddress(NONE)).toBe('/audit');
    expect(auditFilterOf(new URLSearchParams('from=yesterday'))).toEqual(NONE);
  });

  it('asks for both days whole, as days of this machine', () => {
    const query = new URL(auditPath({ ...NONE, from: '2026-01-31', to: '2026-01-31' }), 'http://console.invalid');
    expect(query.searchParams.get('from')).toBe(startOf(2026, 1, 31));
    expect(query.searchParams.get('to')).toBe(startOf(2026, 2, 1));
    expect(auditPath(NONE)).toBe('/v1/audit');
    expect(exportPath({ from: '', to: '' })).toBe('/v1/audit/export');
    expect(exportPath({ from: '', to: '2026-12-31' })).toContain(encodeURIComponent(startOf(2027, 1, 1)));
  });
});

describe('what an entry is about', () => {
  it('has its page', () => {
    expect(placeOfSubject('ver_01')).toBe('/verifications/ver_01');
    expect(placeOfSubject('kyb_ver_01')).toBe('/companies/kyb_ver_01');
    expect(placeOfSubject('key_01')).toBeNull();
    expect(placeOfSubject('policy')).toBeNull();
  });

  it('is shown by its kind and its end', () => {
    expect(shortId('kyb_ver_01m80q3b26e00bpamzza4gqw3g')).toBe('kyb_ver_…za4gqw3g');
    expect(shortId('policy')).toBe('policy');
  });
});
