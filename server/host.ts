import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEngines } from '../models/engines.ts';
import { type Config, loadConfig } from './config.ts';
import type { Surroundings } from './context.ts';
import { systemClock } from './lib/clock.ts';
import { LIMITS } from './lib/limits.ts';
import { createLogger } from './lib/log.ts';
import { openLogFile } from './lib/log-file.ts';

/** Where the launcher has put the models; a packaged appliance keeps them outside its archive. */
const WEIGHTS_DIR = process.env['CUSTOS_WEIGHTS_DIR'] ?? fileURLToPath(new URL('../models/weights', import.meta.url));

/** The configuration of this process. Throws `invalid_configuration`. */
export function readHostConfig(): Config {
  return loadConfig(process.env, (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  });
}

/** The real clock, the log file of the data folder, and the real engines sized by the configuration. */
export function hostSurroundings(config: Config): Surroundings {
  return {
    clock: systemClock,
    log: createLogger(systemClock, openLogFile(join(config.dataDir, 'logs', 'custos.log'))),
    engines: createEngines({
      weightsDir: WEIGHTS_DIR,
      languages: config.languages,
      workers: config.workers,
      limits: LIMITS,
    }),
  };
}
