import { execFile } from 'node:child_process';

/** The D-Bus service that shows tray icons on Linux (StatusNotifierItem); a desktop without a tray has no owner of this name. */
const HOST = 'org.kde.StatusNotifierWatcher';
const ASK_TIMEOUT_MS = 2_000;
/** The same question for the two programs that desktops have for it: D-Bus's own, and GLib's. */
const QUESTIONS: readonly (readonly [program: string, args: readonly string[]])[] = [
  [
    'dbus-send',
    [
      '--session',
      '--dest=org.freedesktop.DBus',
      '--type=method_call',
      '--print-reply=literal',
      '/org/freedesktop/DBus',
      'org.freedesktop.DBus.NameHasOwner',
      `string:${HOST}`,
    ],
  ],
  [
    'gdbus',
    [
      'call',
      '--session',
      '--dest=org.freedesktop.DBus',
      '--object-path=/org/freedesktop/DBus',
      '--method=org.freedesktop.DBus.NameHasOwner',
      HOST,
    ],
  ],
];

/** Runs a program and returns its output; rejects if it does not exist or fails. */
export type Ask = (program: string, args: readonly string[]) => Promise<string>;

/**
 * Returns whether a tray icon would be visible. Electron does not report it, and a window hidden behind an invisible
 * icon is lost: on Linux the function asks the session bus; if that fails, there is no tray.
 */
export async function hasTrayHost(platform: NodeJS.Platform, ask: Ask = run): Promise<boolean> {
  if (platform !== 'linux') return true;
  for (const [program, args] of QUESTIONS) {
    const answer = await ask(program, args).catch(() => null);
    if (answer !== null) return /\btrue\b/.test(answer);
  }
  return false;
}

function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { timeout: ASK_TIMEOUT_MS }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
}
