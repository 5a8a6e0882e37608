import type { Db } from '../db/open.ts';
import { EXPIRES_SOON_DAYS, type TrustKind } from '../vocabulary/trust-kinds.ts';
import { activeTrustVersions, type ListedEntry, listEntries } from './store/versions.ts';

const DAY_MS = 24 * 3600 * 1000;

/** What the active lists hold of one country. */
export interface CountryCoverage {
  country: string | null;
  kinds: TrustKind[];
  certificates: number;
  /** Certificates that have not expired. Expired ones still prove older documents. */
  valid: number;
  revocationLists: number;
  /** When the last of its certificates expires. */
  endsAtMs: number | null;
}

/** Anchors that expire within `EXPIRES_SOON_DAYS`, with the code of their list. */
export type ExpiringAnchor = ListedEntry & { list: string };

/** Returns what the active trust lists cover, by country, and the anchors that expire soon. Each certificate counts once. */
export function coverageOf(db: Db, nowMs: number): { countries: CountryCoverage[]; expiring: ExpiringAnchor[] } {
  const countries = new Map<string | null, CountryCoverage>();
  const expiring: ExpiringAnchor[] = [];
  const counted = new Set<string>();
  for (const version of activeTrustVersions(db)) {
    for (const entry of listEntries(db, version)) {
      if (entry.role === 'proof') continue;
      const isNew = !counted.has(`${entry.role} ${entry.sha256}`);
      counted.add(`${entry.role} ${entry.sha256}`);
      const covered = countries.get(entry.country) ?? emptyCoverage(entry.country);
      countries.set(entry.country, covered);
      if (!covered.kinds.includes(version.format)) covered.kinds.push(version.format);
      if (!isNew) continue;
      count(covered, entry, nowMs);
      if (entry.role === 'anchor' && expiresSoon(entry, nowMs)) expiring.push({ ...entry, list: version.code });
    }
  }
  return {
    countries: [...countries.values()].sort((a, b) => (a.country ?? '~').localeCompare(b.country ?? '~')),
    expiring: expiring.sort((a, b) => (a.notAfterMs ?? 0) - (b.notAfterMs ?? 0)),
  };
}

function emptyCoverage(country: string | null): CountryCoverage {
  return { country, kinds: [], certificates: 0, valid: 0, revocationLists: 0, endsAtMs: null };
}

function count(covered: CountryCoverage, { role, notAfterMs }: ListedEntry, nowMs: number): void {
  if (role === 'crl') {
    covered.revocationLists += 1;
    return;
  }
  covered.certificates += 1;
  if (notAfterMs !== null && notAfterMs > nowMs) covered.valid += 1;
  covered.endsAtMs = Math.max(covered.endsAtMs ?? 0, notAfterMs ?? 0);
}

function expiresSoon({ notAfterMs }: ListedEntry, nowMs: number): boolean {
  return notAfterMs !== null && notAfterMs > nowMs && notAfterMs <= nowMs + EXPIRES_SOON_DAYS * DAY_MS;
}
