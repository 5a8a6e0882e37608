import type { ListedEntry } from './store/versions.ts';

/** What differs between two versions of a trust list in one country. */
export interface CountryChanges {
  country: string | null;
  added: ListedEntry[];
  gone: ListedEntry[];
  /** The same key with another certificate, or the same issuer's next revocation list. */
  changed: { before: ListedEntry; after: ListedEntry }[];
}

/** Compares the entries of two versions, by country in order. Certificates that the lists themselves rest on do not count. */
export function compareEntries(before: readonly ListedEntry[], after: readonly ListedEntry[]): CountryChanges[] {
  const [old, now] = [byFingerprint(before), byFingerprint(after)];
  const added = [...now.values()].filter((entry) => !old.has(keyOf(entry)));
  const gone = [...old.values()].filter((entry) => !now.has(keyOf(entry)));
  const countries = new Map<string | null, CountryChanges>();
  const of = (country: string | null): CountryChanges => {
    const changes = countries.get(country) ?? { country, added: [], gone: [], changed: [] };
    countries.set(country, changes);
    return changes;
  };
  const replaced = new Set<ListedEntry>();
  for (const entry of added) {
    const former = gone.find((one) => !replaced.has(one) && isSameKey(one, entry));
    if (former) {
      replaced.add(former);
      of(entry.country).changed.push({ before: former, after: entry });
    } else of(entry.country).added.push(entry);
  }
  for (const entry of gone) if (!replaced.has(entry)) of(entry.country).gone.push(entry);
  return [...countries.values()].sort((a, b) => (a.country ?? '~').localeCompare(b.country ?? '~'));
}

const keyOf = ({ role, sha256 }: ListedEntry): string => `${role} ${sha256}`;

function byFingerprint(entries: readonly ListedEntry[]): Map<string, ListedEntry> {
  return new Map(entries.filter(({ role }) => role !== 'proof').map((entry) => [keyOf(entry), entry]));
}

function isSameKey(a: ListedEntry, b: ListedEntry): boolean {
  return a.role === b.role && a.country === b.country && a.keyId !== null && a.keyId === b.keyId;
}
