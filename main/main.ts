import * as electron from 'electron';
import { startShell } from './shell/start-shell.ts';

/** The desktop app, as Electron starts it. */
startShell(electron, process, {
  now: () => performance.now(),
  later(act, delayMs) {
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  },
});
