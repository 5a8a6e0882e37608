// @ts-check
import { createHash } from 'node:crypto';

/**
 * The content of `node_modules`, determined without npm: `complete`, `production` (development packages were left out),
 * or `missing` (absent, or another version than the lock file names).
 * @typedef {'complete' | 'production' | 'missing'} InstalledState
 */

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 */

/** @param {string} lockText @returns {string} SHA-256 of the lock file, hex: the content of the stamp */
export function lockStamp(lockText) {
  return createHash('sha256').update(lockText).digest('hex');
}

/**
 * Compares the lock file with the launcher's stamp or, if there is none, with npm's own record in
 * `node_modules/.package-lock.json`, so that a manual installation is accepted.
 *
 * @param {{ lockText: string, stampText: string | null, npmRecordText: string | null }} texts null: no such file
 * @returns {InstalledState}
 */
export function installedState({ lockText, stampText, npmRecordText }) {
  if (stampText !== null && stampText.trim() === lockStamp(lockText)) return 'complete';
  if (npmRecordText === null) return 'missing';
  const present = packagesOf(npmRecordText);
  /** @type {InstalledState} */
  let state = 'complete';
  for (const [path, locked] of Object.entries(packagesOf(lockText))) {
    if (path === '') continue;
    const found = present[path];
    if (found === undefined) {
      // Optional packages are for other systems; development packages may be among them too.
      if (locked.optional || locked.devOptional) continue;
      if (!locked.dev) return 'missing';
      state = 'production';
    } else if (!isSame(locked, found)) return 'missing';
  }
  return state;
}

/** @param {string} text @returns {Record<string, LockedPackage>} */
function packagesOf(text) {
  try {
    return JSON.parse(text).packages ?? {};
  } catch {
    return {};
  }
}

/** @param {LockedPackage} locked @param {LockedPackage} found */
function isSame(locked, found) {
  return locked.version === found.version && locked.integrity === found.integrity;
}
