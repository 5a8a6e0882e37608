import * as electron from 'electron';
import { commandOf, runCommandLine } from './shell/command.ts';
import { startShell } from './shell/start-shell.ts';

/** The desktop app, as Electron starts it, or its command line. */
const command = commandOf(process.argv, electron.app.isPackaged);
// Not awaited: Electron becomes ready only after the main module has been evaluated completely.
if (command) void runCommandLine(electron, process, command);
else
  startShell(electron, process, {
    now: () => performance.now(),
    later(act, delayMs) {
      const timer = setTimeout(act, delayMs);
      return () => clearTimeout(timer);
    },
  });
