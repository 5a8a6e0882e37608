import { extname, join } from 'node:path';

export interface Installation {
  /** Folder (or archive) of the program, as `app.getAppPath()` gives it. */
  appPath: string;
  /** Electron's resources folder. */
  resourcesPath: string;
  isPackaged: boolean;
  /** Where a clone's launcher has its models; a package has its own. */
  weightsDir: string | undefined;
}

export interface AppliancePaths {
  /** What is forked. */
  entry: string;
  /** The models: outside the archive where packaged, since native code opens them by path. */
  weightsDir: string;
  /** Of the shell's own pages. */
  pagesFolder: string;
  preload: string;
}

/** Modules have the ending of this one: `.ts` as they are written, `.js` as they are packed. */
const ENDING = extname(new URL(import.meta.url).pathname);

/** Where the server, its models and the shell's pages lie in a clone and in a package (see electron-builder.yml). */
export function appliancePaths({ appPath, resourcesPath, isPackaged, weightsDir }: Installation): AppliancePaths {
  return {
    entry: join(appPath, 'server', `process${ENDING}`),
    weightsDir: isPackaged ? join(resourcesPath, 'weights') : (weightsDir ?? join(appPath, 'models', 'weights')),
    pagesFolder: join(appPath, 'main', 'pages'),
    preload: join(appPath, 'main', 'preload.cjs'),
  };
}
