import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { invalidCommand } from '../io.ts';
import { HIDDEN_FOLDERS } from './places.ts';
import type { Machine } from './steps.ts';

/** Folders in which no program of the service may be: /run is emptied when the machine starts. */
const NO_HOME = [...HIDDEN_FOLDERS, '/run'];
/** Write bits for group and others in a folder's mode. */
const OTHERS_WRITE = 0o022;
const REFUSED_SIGNS = /["'\\\p{Cc}]/u;
const PROGRAM_TIMEOUT_MS = 120_000;

/** This machine. */
export const thisMachine: Machine = {
  root: '',
  run(program, args) {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      encoding: 'utf8',
      timeout: PROGRAM_TIMEOUT_MS,
    });
    return { code: status ?? 127, output: error ? error.message : `${stdout}${stderr}` };
  },
};

/** Returns the text of a file; null if there is none. */
export function readText({ root }: Machine, path: string): string | null {
  return existsSync(root + path) ? readFileSync(root + path, 'utf8') : null;
}

/** Whether this machine runs systemd, as sd_booted(3) checks it. */
export const runsSystemd = ({ root }: Machine): boolean => existsSync(`${root}/run/systemd/system`);

/** Returns the version of systemd. Throws `invalid_command` if systemd does not report it. */
export function systemdVersion({ run }: Machine): number {
  const version = /^systemd (\d+)/.exec(run('systemctl', ['--version']).output)?.[1];
  if (version === undefined)
    throw invalidCommand('systemctl does not report its version. Check that systemd is installed.');
  return Number(version);
}

/**
 * Throws `invalid_command` if a service could not or must not run from this folder: the service cannot see it, or users other than root could put
 * other programs into it.
 */
export function checkHome({ root }: Machine, home: string): void {
  const hidden = NO_HOME.find((folder) => `${home}/`.startsWith(`${folder}/`));
  if (hidden !== undefined) {
    throw invalidCommand(
      `${home} is in ${hidden}, which the service cannot see. Move it, for example: mv "${home}" /opt/custos`,
    );
  }
  if (REFUSED_SIGNS.test(home)) {
    throw invalidCommand(`systemd does not run programs whose path contains quotes or backslashes. Rename ${home}.`);
  }
  const top = realpathSync(root || '/');
  for (let folder = realpathSync(root + home); ; folder = dirname(folder)) {
    const { uid, mode } = lstatSync(folder);
    if (uid !== 0 || (mode & OTHERS_WRITE) !== 0)
      throw invalidCommand(
        `Users other than root can change ${folder}, and with it the program that the service runs. Run: chown root:root "${folder}" && chmod go-w "${folder}"`,
      );
    if (folder === top) return;
  }
}
