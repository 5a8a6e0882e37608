import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
} from 'electron';
import { startShell } from './shell/start-shell.ts';

/** The desktop shell, as Electron starts it. */
startShell(
  {
    app,
    BrowserWindow,
    clipboard,
    dialog,
    ipcMain,
    Menu,
    Notification,
    nativeImage,
    powerMonitor,
    protocol,
    safeStorage,
    screen,
    session,
    shell,
    Tray,
    utilityProcess,
  },
  process,
  {
    now: () => performance.now(),
    later(act, delayMs) {
      const timer = setTimeout(act, delayMs);
      return () => clearTimeout(timer);
    },
  },
);
