// @ts-check
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from './launch-error.mjs';

const PACKAGES = ['node_modules', '@napi-rs'];
const ENTRY = ['canvas', 'index.js'];
/** What the library's entry does unless this variable is set, and its replacement. */
const LOADS = 'if (!process.env.DISABLE_SYSTEM_FONTS_LOAD) {';
const LOADS_NOT = 'if (/* Custos reads no font of the system */ process.argv === null) {';
/**
 * The folder that a binary reads before it first sets text, whatever the settings, and one of the same length that
 * cannot exist. A binary for macOS stays as it is, because its signature covers every byte.
 */
const FOLDERS = [
  ['/usr/share/fonts/', '/dev/null/nofont/'],
  ['C:/Windows/Fonts', 'C:/<>/no/such/it'],
].map((pair) => pair.map((path) => Buffer.from(`\0${path}\0`)));

/**
 * Keeps the drawing library from reading the system's fonts: it would open every file below the system's font folders
 * and use those fonts for text that a report's own fonts lack. Custos brings all the fonts that it uses. The library
 * has no setting for this, so the function replaces its installed files; files that cannot be written stay.
 *
 * @param {string} root holds `node_modules`
 * @returns {boolean} whether something was changed
 * @throws {LaunchError} if the library is not the known version
 */
export function closeFonts(root) {
  const packages = join(root, ...PACKAGES);
  const entry = join(packages, ...ENTRY);
  if (!existsSync(entry)) return false;
  const text = readFileSync(entry, 'utf8');
  if (text.includes(LOADS_NOT)) return false;
  if (!text.includes(LOADS)) throw unknown(entry);
  try {
    for (const binary of binariesIn(packages)) writeWhole(binary, withoutFolder(binary));
    // Last, because it marks the others as done.
    writeWhole(entry, text.replace(LOADS, LOADS_NOT));
    return true;
  } catch (error) {
    // Another user owns the clone, or Windows holds the library open.
    if (['EROFS', 'EACCES', 'EPERM', 'EBUSY'].includes(String(/** @type {{ code?: unknown }} */ (error).code)))
      return false;
    throw error;
  }
}

/** @param {string} packages @returns {string[]} */
function binariesIn(packages) {
  return readdirSync(packages)
    .filter((name) => name.startsWith('canvas-') && !name.startsWith('canvas-darwin'))
    .flatMap((name) => readdirSync(join(packages, name)).map((file) => join(packages, name, file)))
    .filter((path) => path.endsWith('.node'));
}

/** @param {string} path @returns {Buffer} its content with the replaced folder */
function withoutFolder(path) {
  const content = readFileSync(path);
  let found = 0;
  for (const [former = Buffer.of(), other = Buffer.of()] of FOLDERS) {
    const at = content.indexOf(former);
    if (content.includes(other)) found += 1;
    if (at < 0) continue;
    other.copy(content, at);
    found += 1;
  }
  if (found !== 1) throw unknown(path);
  return content;
}

/** Processes that have the former file open keep it. @param {string} path @param {Buffer | string} content */
function writeWhole(path, content) {
  const fresh = `${path}.${process.pid}.new`;
  try {
    writeFileSync(fresh, content, { mode: statSync(path).mode });
    renameSync(fresh, path);
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** @param {string} path */
function unknown(path) {
  return new LaunchError(
    `${path} is not the version that main/launch/fonts.mjs supports. Check that file for the code that reads system fonts.`,
  );
}
