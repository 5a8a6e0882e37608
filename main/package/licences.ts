import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PackageError } from './package-error.ts';

/** Licences, by SPDX id, that packages may have. All of them allow unchanged distribution with the notice. */
export const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]);

/** Packages that may have another licence, each with its reason. A name ending in `*` is a prefix. */
const EXCEPTIONS: readonly { name: string; licence: string }[] = [
  // libvips is a separate shared library, unchanged, outside the archive: a user can replace it.
  { name: '@img/sharp-libvips-*', licence: 'LGPL-3.0-or-later' },
  // On Windows the same library is in sharp's own package.
  { name: '@img/sharp-win32-*', licence: 'LGPL-3.0-or-later' },
];

const LICENCE_FILE = /^(?:licen[cs]e|copying|copyright|notice|third.?party)/i;

/** The parts of an installed package's package.json that are read. */
export interface PackageManifest {
  name: string;
  version: string;
  license?: string | { type: string };
  /** The format before 2015. */
  licenses?: readonly { type: string }[];
}

/** A package with its licence. */
export interface Licensed {
  name: string;
  version: string;
  /** An SPDX expression. */
  licence: string;
  /** Its texts, licence and notices. */
  texts: readonly string[];
}

/** Reads the licence of an installed package. @param folder of the package */
export function readLicence(folder: string): Licensed {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageManifest;
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && LICENCE_FILE.test(entry.name),
  );
  return {
    name: manifest.name,
    version: manifest.version,
    licence: licenceOf(manifest),
    texts: files.map(({ name }) => readFileSync(join(folder, name), 'utf8').trim()).toSorted(),
  };
}

/** Returns the SPDX expression of a package.json; empty if it has none. */
export function licenceOf({ license, licenses }: PackageManifest): string {
  if (typeof license === 'string') return license;
  if (license !== undefined) return license.type;
  return (licenses ?? []).map(({ type }) => type).join(' OR ');
}

/** Returns whether the tables allow a package under this SPDX expression: every part of an AND, one part of an OR. */
export function isAllowed(name: string, expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, ' ').trim();
  if (plain === '') return false;
  return plain.split(/\s+OR\s+/).some((choice) => choice.split(/\s+AND\s+/).every((id) => allows(name, id.trim())));
}

function allows(name: string, id: string): boolean {
  if (ALLOWED.has(id)) return true;
  return EXCEPTIONS.some(({ name: covered, licence }) => {
    const isCovered = covered.endsWith('*') ? name.startsWith(covered.slice(0, -1)) : name === covered;
    return isCovered && licence === id;
  });
}

/**
 * Returns one text with every package: name, version, licence, texts.
 *
 * @throws PackageError naming packages whose licence the table does not allow
 */
export function licencesText(packages: readonly Licensed[]): string {
  const refused = packages.filter(({ name, licence }) => !isAllowed(name, licence));
  if (refused.length > 0) {
    const names = refused.map(({ name, version, licence }) => `${name} ${version} (${licence || 'none named'})`);
    throw new PackageError(
      `The table of main/package/licences.ts does not allow the licences of: ${names.join(', ')}.`,
    );
  }
  const unique = new Map(packages.map((entry) => [`${entry.name} ${entry.version}`, entry]));
  const parts = [...unique.keys()].toSorted().map((key) => partOf(unique.get(key) as Licensed));
  const head = 'Custos contains the following packages. The licences of Electron and Chromium are in separate files.\n';
  return [head, ...parts].join(`\n${'-'.repeat(100)}\n`);
}

function partOf({ name, version, licence, texts }: Licensed): string {
  const text =
    texts.length > 0 ? texts.join('\n\n') : `The package does not contain the text of its licence, ${licence}.`;
  return `${name} ${version}\nLicence: ${licence}\n\n${text}\n`;
}
