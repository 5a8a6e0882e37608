import { fileURLToPath } from 'node:url';
import { createEngines } from '../models/engines.ts';
import type { Engines } from '../models/ports.ts';
import type { Config } from './config.ts';
import { LIMITS } from './lib/limits.ts';

/** Where the launcher has put the models; a packaged appliance keeps them outside its archive. */
const WEIGHTS_DIR = process.env['CUSTOS_WEIGHTS_DIR'] ?? fileURLToPath(new URL('../models/weights', import.meta.url));

/** The real engines, sized by the configuration. */
export function createEnginesFor(config: Config): Engines {
  return createEngines({
    weightsDir: WEIGHTS_DIR,
    languages: config.languages,
    workers: config.workers,
    limits: LIMITS,
  });
}
