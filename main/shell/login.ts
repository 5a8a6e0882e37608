import { mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { App } from 'electron';
import { readText, writeDurably } from './files.ts';

/** Starts the program without its window: the appliance runs, with its icon in the tray. */
export const HIDDEN_ARGUMENT = '--hidden';

/** Controls whether the program starts at login. */
export interface LoginStart {
  get(): boolean;
  /** Throws the file system's errors. */
  set(on: boolean): void;
}

export interface LoginNeeds {
  app: Pick<App, 'getLoginItemSettings' | 'isPackaged' | 'setLoginItemSettings'>;
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** The running program. */
  execPath: string;
}

/** Returns how this system starts the program at login; null for a clone, which cannot be started that way, or if no way is known. */
export function loginStart({ app, platform, env, execPath }: LoginNeeds): LoginStart | null {
  if (!app.isPackaged) return null;
  if (platform === 'linux') return autostart(autostartFile(env), env['APPIMAGE'] ?? execPath);
  if (platform !== 'win32' && platform !== 'darwin') return null;
  // macOS accepts no arguments here; the main program checks `wasOpenedAtLogin` instead.
  const args = platform === 'win32' ? { args: [HIDDEN_ARGUMENT] } : {};
  return {
    get: () => app.getLoginItemSettings(args).openAtLogin,
    set: (on) => app.setLoginItemSettings({ openAtLogin: on, ...args }),
  };
}

/** Returns the file where Linux desktops find what they start (XDG Autostart Specification). By that specification a relative folder is ignored. */
export function autostartFile(env: NodeJS.ProcessEnv): string {
  const config = env['XDG_CONFIG_HOME'];
  return join(config && isAbsolute(config) ? config : join(homedir(), '.config'), 'autostart', 'custos.desktop');
}

/** Returns the entry that starts `program` (Desktop Entry Specification, "The Exec key": what is quoted, and what is escaped twice). */
export function autostartEntry(program: string): string {
  const quoted = program.replace(/["`$\\]/g, '\\$&');
  const exec = `"${quoted}" ${HIDDEN_ARGUMENT}`.replace(/\\/g, '\\\\').replace(/%/g, '%%');
  return ['[Desktop Entry]', 'Type=Application', 'Name=Custos', `Exec=${exec}`, 'Terminal=false', ''].join('\n');
}

function autostart(path: string, program: string): LoginStart {
  return {
    // An entry that a person has switched off, or one for a program that has moved since, counts as off.
    get: () => readText(path) === autostartEntry(program),
    set: (on) => {
      if (!on) return rmSync(path, { force: true });
      mkdirSync(dirname(path), { recursive: true });
      writeDurably(path, autostartEntry(program), 0o644);
    },
  };
}
