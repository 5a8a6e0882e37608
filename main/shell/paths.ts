import { join } from 'node:path';

export interface Installation {
  /** Folder (or archive) of the program, as `app.getAppPath()` gives it. */
  appPath: string;
  /** Electron's resources folder. */
  resourcesPath: string;
  isPackaged: boolean;
}

export interface AppliancePaths {
  /** What is forked. */
  entry: string;
  /** The models: outside the archive where packaged, since native code opens them by path. */
  weightsDir: string;
}

/** Where the server and its models lie in a clone and in a package (see electron-builder.yml). */
export function appliancePaths({ appPath, resourcesPath, isPackaged }: Installation): AppliancePaths {
  return {
    entry: join(appPath, 'server', 'process.ts'),
    weightsDir: isPackaged ? join(resourcesPath, 'weights') : join(appPath, 'models', 'weights'),
  };
}
