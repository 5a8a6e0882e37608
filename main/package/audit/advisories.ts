import { PackageError } from '../package-error.ts';
import { isRange, isWithin } from './ranges.ts';

/** A published vulnerability of a package. */
export interface Advisory {
  /** `CVE-...` or `GHSA-...`. */
  id: string;
  package: string;
  /** The affected versions, as `isWithin` reads them. */
  range: string;
  /** The first version with the fix. */
  fixed: string;
  /** Why an affected version may be locked anyway; null: it may not. */
  why: string | null;
}

export interface Advisories {
  /** The day of the last search for advisories: `2026-06-30`. */
  checked: string;
  advisories: readonly Advisory[];
}

/** Days after which an old list causes a warning: new vulnerabilities are published every week. */
export const ADVISORY_AGE_DAYS_MAX = 90;
const DAY_MS = 24 * 3600 * 1000;
const ID = /^(?:CVE-\d{4}-\d{4,}|GHSA(?:-[23456789cfghjmpqrvwx]{4}){3})$/;

/** Reads the file of advisories. Throws `PackageError`, naming the invalid entry. */
export function readAdvisories(json: string): Advisories {
  const { checked, advisories } = JSON.parse(json) as Advisories;
  if (Number.isNaN(Date.parse(checked)))
    throw new PackageError('advisories.json: "checked" must be a date such as 2026-06-30.');
  for (const { id, package: name, range, fixed, why } of advisories) {
    const isWhole = ID.test(id) && name !== '' && isRange(range) && isRange(`=${fixed}`);
    if (!isWhole)
      throw new PackageError(`advisories.json: "${id}" needs an id, a package, a range and the version that fixes it.`);
    if (why !== null && why.trim().length < 20)
      throw new PackageError(`advisories.json: "${id}" needs a reason in words, or null.`);
  }
  return { checked, advisories };
}

/** Returns the known vulnerabilities of a locked version that have no accepted reason. */
export function knownWeaknesses(name: string, version: string, advisories: readonly Advisory[]): string[] {
  return advisories
    .filter((it) => it.package === name && it.why === null && isWithin(version, it.range))
    .map(
      ({ id, fixed }) =>
        `${name} ${version} has ${id}, which is fixed in ${fixed}. Lock that version, or say in advisories.json why it does not affect Custos.`,
    );
}

/** Returns a warning if the last search is too long ago; null: it is recent. @param nowMs epoch milliseconds */
export function ageWarning(checked: string, nowMs: number): string | null {
  const days = Math.floor((nowMs - Date.parse(checked)) / DAY_MS);
  if (days <= ADVISORY_AGE_DAYS_MAX) return null;
  return `The list of known vulnerabilities is ${days} days old (${checked}). Update main/package/advisories.json on a machine with a network.`;
}
