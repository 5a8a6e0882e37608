import type { BrowserWindowConstructorOptions, Session } from 'electron';
import type { Bounds } from './place.ts';

/** Below this size the console hides necessary parts. */
export const SIZE_MIN = { width: 960, height: 640 } as const;

export interface WindowNeeds {
  session: Session;
  /** Path of the preload script; null: the page gets no bridge. */
  preload: string | null;
  bounds: Bounds | null;
  isPackaged: boolean;
}

/**
 * Returns the window's settings: a plain browser page, isolated from Node and from this process. States Electron's
 * defaults too, so that no later default changes them.
 */
export function windowOptions({ session, preload, bounds, isPackaged }: WindowNeeds): BrowserWindowConstructorOptions {
  return {
    ...(bounds ?? { width: 1280, height: 860 }),
    minWidth: SIZE_MIN.width,
    minHeight: SIZE_MIN.height,
    show: false,
    title: 'Custos',
    // The background of the console's page, so there is no white flash before it is drawn. The page's own colours follow the theme.
    backgroundColor: '#f6f7f7',
    webPreferences: {
      session,
      ...(preload !== null && { preload }),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      plugins: false,
      spellcheck: false,
      // Stores no compiled scripts with the pages.
      v8CacheOptions: 'none',
      // No page may block closing with repeated dialogs.
      safeDialogs: true,
      devTools: !isPackaged,
    },
  };
}
