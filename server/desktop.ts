import { countOpenAlerts } from './alerts/store.ts';
import type { createApp } from './app.ts';
import type { Appliance } from './appliance/appliance.ts';
import type { Config } from './appliance/config.ts';
import { meetShell, type ShellLink } from './desktop-link/link.ts';
import type { StateMessage } from './desktop-link/messages.ts';
import { openTransport } from './desktop-link/transport.ts';
import { explainFailure, logFileOf } from './host.ts';
import { isDiskFull } from './lib/disk-full.ts';
import { AppError } from './lib/errors.ts';
import type { HandOver } from './updates/updates.ts';
import { countLive } from './verifications/store.ts';

/** How long to wait for the shell's acknowledgement before this process ends, so the last message is not lost. */
const FAREWELL_MS = 2_000;

/** Returns the desktop shell that forked this process; null: headless. Throws `invalid_configuration` if the shell cannot be reached. */
export async function findShell(env: NodeJS.ProcessEnv): Promise<ShellLink | null> {
  if (env['CUSTOS_SHELL'] !== '1') return null;
  const transport = openTransport(process);
  if (transport === null) {
    throw new AppError(
      'invalid_configuration',
      'The desktop app sets CUSTOS_SHELL for its own server. Unset it to run headless.',
    );
  }
  return await meetShell(transport);
}

/** Sends the shell the path of the log, before anything can fail. */
export function tellFolders(shell: ShellLink, { dataDir }: Config): void {
  shell.tell({ kind: 'folders', dataDir, logFile: logFileOf(dataDir) });
}

/** Asks the shell to run an installer. */
export const handOverTo =
  (shell: ShellLink): HandOver =>
  async ({ path, kind, version }) => {
    const { ok, sentence } = await shell.install({ path, installer: kind, version });
    if (ok) return sentence;
    throw new AppError(
      'update_failed',
      sentence || `The desktop app did not accept the installer. Run it yourself: ${path}.`,
    );
  };

/** Reports the appliance's state from now until stopped. */
export function followAppliance(
  shell: ShellLink,
  appliance: Appliance,
  readiness: ReturnType<typeof createApp>['readiness'],
): { stop(): void } {
  const read = (): StateMessage => {
    const { status, missing } = readiness();
    const alertsOpen = countOpenAlerts(appliance);
    const { listening, urls } = appliance.lan.capture.state();
    const captureUrl = (listening ? urls[0] : null) ?? null;
    return { kind: 'state', ready: status === 'ready', missing, ...countLive(appliance), alertsOpen, captureUrl };
  };
  return tellState({
    read,
    tell: shell.tell,
    every(work, intervalMs) {
      const timer = setInterval(work, intervalMs);
      return { stop: () => clearInterval(timer) };
    },
  });
}

/**
 * Reports why this process ends, and returns when the shell has received it. An unexpected error is reported without its message, which may contain
 * input.
 */
export async function tellFailure(shell: ShellLink, error: unknown): Promise<void> {
  const heard = new Promise<void>((resolve) => {
    setTimeout(resolve, FAREWELL_MS);
    shell.onStop(resolve);
  });
  shell.tell({ kind: 'failed', ...describe(error) });
  await heard;
}

function describe(error: unknown): { code: string; sentence: string } {
  if (error instanceof AppError) return { code: error.code, sentence: error.message };
  if (isDiskFull(error)) return { code: 'disk_full', sentence: explainFailure(error) };
  return { code: 'internal', sentence: 'Custos failed. See the log for the cause.' };
}

/** The minimum time between two reports to the shell. */
export const TELL_EVERY_MS = 2_000;

/** Checks the server's state every two seconds and reports it if it has changed. Returns a function that stops this. */
export function tellState(deps: {
  read(): StateMessage;
  tell(state: StateMessage): void;
  every(work: () => void, intervalMs: number): { stop(): void };
}): { stop(): void } {
  let told = '';
  const look = (): void => {
    const state = deps.read();
    const text = JSON.stringify(state);
    if (text === told) return;
    told = text;
    deps.tell(state);
  };
  look();
  return deps.every(look, TELL_EVERY_MS);
}
