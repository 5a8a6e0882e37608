import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

/**
 * Replaces functions of one of Node's own modules while the tests of a file run, also for modules that loaded before.
 * Files in one process share their modules, and a vitest mock reaches only modules that load after it.
 */
export function replaceBuiltin<Module extends object>(module: Module, functions: Partial<Module>): void {
  const real = Object.fromEntries(Object.keys(functions).map((name) => [name, Reflect.get(module, name)]));
  const put = (those: object) => () => {
    Object.assign(module, those);
    syncBuiltinESMExports();
  };
  beforeAll(put(functions));
  afterAll(put(real));
}
