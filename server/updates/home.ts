import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../lib/durable.ts';

const CURRENT = 'current';
const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[0-9A-Za-z.-]{1,40})?$/;

/** Whether a text is a version; versions are also folder names. */
export const isVersion = (text: string): boolean => VERSION.test(text);

/**
 * Returns the folder of an installation from `custos-<version>-<platform>-<arch>-headless.tar.gz`, as the launcher
 * reports it; null: this is not such an installation.
 */
export const homeOf = (env: NodeJS.ProcessEnv): string | null => env['CUSTOS_HOME'] || null;

export const versionsIn = (home: string): string => join(home, 'versions');
export const versionFolder = (home: string, version: string): string => join(home, 'versions', version);

/** Returns the version in force; null if there is no such installation. */
export function currentVersion(home: string): string | null {
  try {
    const [line = ''] = readFileSync(join(home, CURRENT), 'utf8').split('\n');
    return isVersion(line.trim()) ? line.trim() : null;
  } catch {
    return null;
  }
}

/** Makes every later start run this version. */
export function switchTo(home: string, version: string): void {
  writeDurably(join(home, CURRENT), `${version}\n`, 0o644);
}

/**
 * Returns less than 0 if `a` is older than `b` (Semantic Versioning 2.0.0, section 11: numbers by value, a version with
 * a suffix before the one without; Custos uses no build numbers).
 */
export function compareVersions(a: string, b: string): number {
  const [numbersA = '', suffixA] = split(a);
  const [numbersB = '', suffixB] = split(b);
  const byNumbers = compareParts(numbersA, numbersB);
  if (byNumbers !== 0) return byNumbers;
  if (suffixA === undefined || suffixB === undefined)
    return Number(suffixA === undefined) - Number(suffixB === undefined);
  return compareParts(suffixA, suffixB);
}

function split(version: string): string[] {
  const dash = version.indexOf('-');
  return dash < 0 ? [version] : [version.slice(0, dash), version.slice(dash + 1)];
}

function compareParts(a: string, b: string): number {
  const [partsA, partsB] = [a.split('.'), b.split('.')];
  for (let i = 0; i < Math.max(partsA.length, partsB.length); i++) {
    const difference = comparePart(partsA[i], partsB[i]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function comparePart(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA && isNumberB) return Number(a) - Number(b);
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}
