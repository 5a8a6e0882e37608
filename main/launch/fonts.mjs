// @ts-check
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from './launch-error.mjs';

const PACKAGES = ['node_modules', '@napi-rs'];
const ENTRY = ['canvas', 'index.js'];
/** What its entry does where nobody sets this, and what it does instead. */
const LOADS = 'if (!process.env.DISABLE_SYSTEM_FONTS_LOAD) {';
const LOADS_NOT = 'if (/* Custos reads no font of the system */ process.argv === null) {';
/**
 * The folder that a binary reads before it first sets text, whatever it is told, and one of the same length that can be on no machine. A binary
 * for macOS is left as it is, since its signature covers every byte.
 */
const FOLDERS = [
  ['/usr/share/fonts/', '/dev/null/nofont/'],
  ['C:/Windows/Fonts', 'C:/<>/no/such/it'],
].map((pair) => pair.map((path) => Buffer.from(`\0${path}\0`)));

/**
 * Has the drawing library read no font of the system: it would open every file below the system's folders of fonts, whatever they are, and set
 * text that a report's own fonts lack with whatever they hold. Custos brings all fonts that it draws with. The library has no setting for it, so
 * that its installed files are changed, each as a whole; where they cannot be written they stay.
 *
 * @param {string} root holds `node_modules`
 * @returns {boolean} whether something was changed
 * @throws {LaunchError} where the library is another than the one that this knows
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
    // Last, since it tells that the others are done.
    writeWhole(entry, text.replace(LOADS, LOADS_NOT));
    return true;
  } catch (error) {
    // A clone that somebody else owns, or a library that Windows holds open.
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

/** @param {string} path @returns {Buffer} its content with the other folder */
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

/** Whoever has the former file open keeps it. @param {string} path @param {Buffer | string} content */
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
