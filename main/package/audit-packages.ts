import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ageWarning, readAdvisories } from './audit/advisories.ts';
import { auditLock } from './audit/lock.ts';
import { licenceOf, type PackageManifest } from './licences.ts';

/**
 * `npm run audit:packages`: checks offline whether every package of package-lock.json is allowed. Exits with 1 if one
 * is not. It does not know what was published after `advisories.json` was written, and warns if that is long ago.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const { checked, advisories } = readAdvisories(
  readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'advisories.json'), 'utf8'),
);

const licenceAt = (path: string): string | null => {
  const manifest = join(root, path, 'package.json');
  return existsSync(manifest) ? licenceOf(JSON.parse(readFileSync(manifest, 'utf8')) as PackageManifest) : null;
};
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { packages, problems } = auditLock(readFileSync(join(root, 'package-lock.json'), 'utf8'), advisories, licenceAt);
const isSilenced = /^ignore-scripts=true$/m.test(readFileSync(join(root, '.npmrc'), 'utf8'));
const wrong = [
  ...problems,
  ...(isSilenced
    ? []
    : ['.npmrc no longer says ignore-scripts=true: packages would run scripts when they are installed.']),
];
for (const problem of wrong) say(problem);
const warning = ageWarning(checked, performance.timeOrigin);
if (warning !== null) say(`Warning: ${warning}`);
say(`${packages} packages, ${advisories.length} known vulnerabilities, ${wrong.length} problems.`);
process.exitCode = wrong.length === 0 ? 0 : 1;
