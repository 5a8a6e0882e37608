import { mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { App } from 'electron';
import { readText, writeDurably } from './files.ts';

/** With it the program starts without its window: the appliance runs, its icon stands beside the clock. */
export const HIDDEN_ARGUMENT = '--hidden';

/** Starting with the person's session. */
export interface LoginStart {
  get(): boolean;
  /** Throws what the file system does. */
  set(on: boolean): void;
}

export interface LoginNeeds {
  app: Pick<App, 'getLoginItemSettings' | 'isPackaged' | 'setLoginItemSettings'>;
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** The running program. */
  execPath: string;
}

/** How this system starts the program at login; null from a clone, which is no program that could be started so, or where no way is known. */
export function loginStart({ app, platform, env, execPath }: LoginNeeds): LoginStart | null {
  if (!app.isPackaged) return null;
  if (platform === 'linux') return autostart(autostartFile(env), env['APPIMAGE'] ?? execPath);
  if (platform !== 'win32' && platform !== 'darwin') return null;
  // macOS takes no arguments here; the main program asks `wasOpenedAtLogin` instead.
  const args = platform === 'win32' ? { args: [HIDDEN_ARGUMENT] } : {};
  return {
    get: () => app.getLoginItemSettings(args).openAtLogin,
    set: (on) => app.setLoginItemSettings({ openAtLogin: on, ...args }),
  };
}

/** Where desktops of Linux look for what they start (XDG Autostart Specification). A relative folder counts as none, by that text. */
export function autostartFile(env: NodeJS.ProcessEnv): string {
  const config = env['XDG_CONFIG_HOME'];
  return join(config && isAbsolute(config) ? config : join(homedir(), '.config'), 'autostart', 'custos.desktop');
}

/** The entry that starts `program` (Desktop Entry Specification, "The Exec key": what is quoted, and what is escaped twice). */
export function autostartEntry(program: string): string {
  const quoted = program.replace(/["`$\\]/g, '\\$&');
  const exec = `"${quoted}" ${HIDDEN_ARGUMENT}`.replace(/\\/g, '\\\\').replace(/%/g, '%%');
  return ['[Desktop Entry]', 'Type=Application', 'Name=Custos', `Exec=${exec}`, 'Terminal=false', ''].join('\n');
}

function autostart(path: string, program: string): LoginStart {
  return {
    // An entry that a person has switched off, or one of a program that has moved since, starts nothing.
    get: () => readText(path) === autostartEntry(program),
    set: (on) => {
      if (!on) return rmSync(path, { force: true });
      mkdirSync(dirname(path), { recursive: true });
      writeDurably(path, autostartEntry(program), 0o644);
    },
  };
}
