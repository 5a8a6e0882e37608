import * as electron from 'electron';
import { startShell } from './shell/start-shell.ts';

/** The desktop shell, as Electron starts it. */
startShell(electron, process, {
  now: () => performance.now(),
  later(act, delayMs) {
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  },
});
