// @ts-check
'use strict';

/**
 * The bridge between the pages and the shell. It runs in a world of its own beside each page, in Chromium's sandbox, and gives the page six
 * functions that send one message each: nothing of Electron, and no way to name a message. Who may ask for what, and whether it is well formed,
 * is decided by the other end (`main/shell/bridge`). A sandboxed preload is CommonJS.
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
    givePassphrase: (/** @type {unknown} */ passphrase) => ipcRenderer.invoke('custos:give-passphrase', passphrase),
  }),
);

// The menu leads to a screen of the console: as if its link were clicked, so that the page asks before it leaves what was begun.
ipcRenderer.on('custos:go', (_event, path) => {
  const link = Object.assign(document.createElement('a'), { href: String(path) });
  document.body.append(link);
  link.click();
  link.remove();
});

// The window's storage lies in memory. How the console is shown is kept by the shell, given back at the first page, and told when one is left.
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
