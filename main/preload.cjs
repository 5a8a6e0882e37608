// @ts-check
'use strict';

/**
 * The bridge between the pages and the desktop app. It runs in an isolated world next to each page, in Chromium's
 * sandbox, and gives the page seven functions that send one message each: nothing of Electron, and no way to choose a
 * message name. The other end (`main/shell/bridge`) decides who may call what, and checks the payload. A sandboxed
 * preload is CommonJS.
 */
const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld(
  'custos',
  Object.freeze({
    desktop: () => ipcRenderer.invoke('custos:desktop'),
    set: (/** @type {unknown} */ change) => ipcRenderer.invoke('custos:set', change),
    choosePath: (/** @type {unknown} */ wish) => ipcRenderer.invoke('custos:choose-path', wish),
    print: () => ipcRenderer.invoke('custos:print'),
    act: (/** @type {unknown} */ act) => ipcRenderer.invoke('custos:act', act),
    openKiosk: (/** @type {unknown} */ pairingCode) => ipcRenderer.invoke('custos:open-kiosk', pairingCode),
    givePassphrase: (/** @type {unknown} */ passphrase) => ipcRenderer.invoke('custos:give-passphrase', passphrase),
  }),
);

// The menu opens a screen of the console as if its link were clicked, so that the page asks before it leaves unsaved
// work.
ipcRenderer.on('custos:go', (_event, path) => {
  const link = Object.assign(document.createElement('a'), { href: String(path) });
  document.body.append(link);
  link.click();
  link.remove();
});

// The applicant's window covers the console, or was closed by somebody at its keyboard.
ipcRenderer.on('custos:lock', () => dispatchEvent(new Event('custos:lock')));

// The window's storage is in memory. The desktop app keeps the console's display settings: it returns them at the first
// page, and receives them when a page is left.
const KEPT = ['custos.theme', 'custos.locale', 'custos.keys'];

if (location.protocol === 'http:') {
  const kept = ipcRenderer.sendSync('custos:kept');
  for (const key of KEPT) {
    if (localStorage.getItem(key) === null && typeof kept?.[key] === 'string') localStorage.setItem(key, kept[key]);
  }
  addEventListener('pagehide', tellKept);
  document.addEventListener('visibilitychange', tellKept);
}

function tellKept() {
  const now = KEPT.map((key) => [key, localStorage.getItem(key)]).filter(([, value]) => value !== null);
  ipcRenderer.send('custos:keep', Object.fromEntries(now));
}
