import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

/**
 * Puts other functions in the place of a module's of Node's own while the tests of a file run, also for modules that were loaded before:
 * files that share a process share their modules, and a mock of vitest's reaches only what loads behind it.
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
