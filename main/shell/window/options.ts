import type { BrowserWindowConstructorOptions, Session } from 'electron';
import type { Bounds } from './place.ts';

/** Below this the console hides what is needed. */
export const SIZE_MIN = { width: 960, height: 640 } as const;

export interface WindowNeeds {
  session: Session;
  /** Path of the preload script. */
  preload: string;
  bounds: Bounds | null;
  isPackaged: boolean;
}

/**
 * The window's settings: a plain browser page, walled off from Node and from this process. What Electron has by default is said here too, so
 * that no later default changes it.
 */
export function windowOptions({ session, preload, bounds, isPackaged }: WindowNeeds): BrowserWindowConstructorOptions {
  return {
    ...(bounds ?? { width: 1280, height: 860 }),
    minWidth: SIZE_MIN.width,
    minHeight: SIZE_MIN.height,
    show: false,
    title: 'Custos',
    // What the console's page has; no white flash before it is drawn. The page's own colours follow the theme.
    backgroundColor: '#f6f7f7',
    webPreferences: {
      session,
      preload,
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
      // No compiled scripts are kept beside the pages.
      v8CacheOptions: 'none',
      // No page may hold the way out shut with one question after another.
      safeDialogs: true,
      devTools: !isPackaged,
    },
  };
}
