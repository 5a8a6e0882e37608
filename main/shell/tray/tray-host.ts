import { execFile } from 'node:child_process';

/** Who shows icons beside the clock on Linux (StatusNotifierItem); a desktop without it has nobody of that name. */
const HOST = 'org.kde.StatusNotifierWatcher';
const ASK_TIMEOUT_MS = 2_000;
/** The same question by the two programs that desktops have for it: D-Bus's own, and GLib's. */
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

/** Runs a program and gives what it printed; rejects where there is none, or it fails. */
export type Ask = (program: string, args: readonly string[]) => Promise<string>;

/**
 * Whether an icon beside the clock would be seen. Electron does not tell, and a window hidden behind an icon that nobody shows is lost: on
 * Linux the session bus is asked, and where it cannot be, there is none.
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
