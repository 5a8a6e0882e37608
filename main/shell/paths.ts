import { extname, join } from 'node:path';

export interface Installation {
  /** Folder (or archive) of the program, from `app.getAppPath()`. */
  appPath: string;
  /** Electron's resources folder. */
  resourcesPath: string;
  isPackaged: boolean;
  /** The models' folder from a clone's launcher; a package has its own. */
  weightsDir: string | undefined;
}

export interface AppliancePaths {
  /** The module to fork: the server. */
  entry: string;
  /** The module of the command `custos`. */
  commandLine: string;
  /** The models: outside the archive in a package, because native code opens them by path. */
  weightsDir: string;
  /** The folder of the app's own pages. */
  pagesFolder: string;
  preload: string;
}

/** Modules have the extension of this one: `.ts` in the sources, `.js` in packages. */
const ENDING = extname(new URL(import.meta.url).pathname);

/** Returns the paths of the server, its models and the app's pages, in a clone and in a package (see electron-builder.yml). */
export function appliancePaths({ appPath, resourcesPath, isPackaged, weightsDir }: Installation): AppliancePaths {
  return {
    entry: join(appPath, 'server', `process${ENDING}`),
    commandLine: join(appPath, 'server', `cli${ENDING}`),
    weightsDir: isPackaged ? join(resourcesPath, 'weights') : (weightsDir ?? join(appPath, 'models', 'weights')),
    pagesFolder: join(appPath, 'main', 'pages'),
    preload: join(appPath, 'main', 'preload.cjs'),
  };
}
