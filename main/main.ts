import { app, BrowserWindow, clipboard, dialog, session, utilityProcess } from 'electron';
import type { Announcement } from './shell/announcement.ts';
import { type Supervision, superviseAppliance } from './shell/appliance.ts';
import { appliancePaths } from './shell/paths.ts';
import { mayShow, mayUse, WINDOW_OPTIONS } from './shell/window.ts';

/** The desktop shell: one instance, one server process, one window that shows what the server serves. */
let window: BrowserWindow | null = null;
let appliance: Supervision | null = null;

async function openWindow(base: string): Promise<void> {
  window = new BrowserWindow(WINDOW_OPTIONS);
  window.once('ready-to-show', () => window?.show());
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  window.webContents.on('will-navigate', (event) => {
    if (!mayShow(event.url, base)) event.preventDefault();
  });
  await window.loadURL(base);
}

/** What the server shows once, since a desktop has no terminal to read it from. */
async function showSecret(message: string, secret: string): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message,
    detail: secret,
    buttons: ['Copy and close', 'Close'],
    defaultId: 0,
  });
  if (response === 0) clipboard.writeText(secret);
}

function onAnnouncement(announcement: Announcement): void {
  show(announcement).catch((error: unknown) =>
    dialog.showErrorBox('Custos', `The window cannot show this: ${String(error)}`),
  );
}

function show(announcement: Announcement): Promise<void> {
  switch (announcement.kind) {
    case 'address':
      return openWindow(announcement.url);
    case 'first_key':
      return showSecret(
        'The API key of this appliance. It is shown this once: keep it in a safe place.',
        announcement.key,
      );
    case 'setup_code':
      return showSecret(
        'The code by which the first administrator is made. It works once, until the next start.',
        announcement.code,
      );
  }
}

function startAppliance(): Supervision {
  const { entry, weightsDir } = appliancePaths({
    appPath: app.getAppPath(),
    resourcesPath: process.resourcesPath,
    isPackaged: app.isPackaged,
  });
  const env = { ...process.env, CUSTOS_WEIGHTS_DIR: weightsDir };
  const child = utilityProcess.fork(entry, [], { env, stdio: ['ignore', 'pipe', 'inherit'], serviceName: 'Custos' });
  const supervision = superviseAppliance(child, onAnnouncement);
  supervision.exited.then((code) => {
    if (!supervision.isStopping()) {
      dialog.showErrorBox('Custos', `The server ended by itself (code ${code}). Its log says why.`);
    }
    app.exit(code);
  });
  return supervision;
}

function showExistingWindow(): void {
  if (window?.isMinimized()) window.restore();
  window?.focus();
}

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', showExistingWindow);
  app.on('before-quit', (event) => {
    if (appliance === null) return;
    // The server drains first; its exit ends the program.
    event.preventDefault();
    void appliance.stop();
  });
  // Not awaited: Electron becomes ready only once this module has been evaluated to its end.
  void app.whenReady().then(() => {
    session.defaultSession.setPermissionRequestHandler((_contents, permission, decide, details) =>
      decide(mayUse(permission, 'mediaTypes' in details ? details.mediaTypes : [])),
    );
    appliance = startAppliance();
  });
} else {
  app.quit();
}
