import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A folder like a fresh clone, with the real launcher and small stand-ins for the programs that it starts. */
export interface LaunchRoot extends Disposable {
  folder: string;
  /** An environment whose `npm` is the stand-in, whose machine has no display, and which stores no compiled code elsewhere. */
  env: NodeJS.ProcessEnv;
  write(path: string, text: string): void;
}

const LOCK = JSON.stringify({ packages: { '': {}, 'node_modules/express': { version: '5.3.0' } } });

/** Writes one line to the file `npm-calls` in its folder, then leaves the files that `npm ci` leaves. */
const NPM = `#!/bin/sh
echo "$*" >> npm-calls
mkdir -p node_modules
echo '${LOCK}' > node_modules/.package-lock.json
echo "npm talks on standard output"
`;

/** A stand-in that fills the weights by writing one line to the file `weights-calls`. */
const FILL_WEIGHTS = `
import { appendFileSync } from 'node:fs';
export async function fillWeights(root, { log }) {
  appendFileSync(root + '/weights-calls', 'filled\\n');
  log('Model files are in place.');
}
`;

/** Makes the folder; `using` removes it. */
export function launchRoot(): LaunchRoot {
  const folder = mkdtempSync(join(tmpdir(), 'custos-launch-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: 0o755 });
  };
  cpSync(join(root, 'main'), join(folder, 'main'), { recursive: true });
  write('package.json', JSON.stringify({ type: 'module' }));
  write('package-lock.json', LOCK);
  write('tools/npm', NPM);
  write('models/fill-weights.mjs', FILL_WEIGHTS);
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, NODE_COMPILE_CACHE: _ofTheTests, ...rest } = process.env;
  const env = { ...rest, PATH: `${join(folder, 'tools')}${delimiter}${process.env['PATH']}` };
  return { folder, env, write, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
