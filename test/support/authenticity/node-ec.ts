import crypto from 'node:crypto';
import threads from 'node:worker_threads';
import { describe } from 'vitest';
import { replaceBuiltin } from '../replace-builtin.ts';
import { refuseEc } from './refuse-ec.ts';

const REFUSING = new URL('thread-without-ec.ts', import.meta.url).href;

/**
 * Runs the tests of `define` twice: with Node's elliptic curves as they are, and with Node refusing to verify on any curve, in threads too. That stands for
 * Electron's runtime, which lacks brainpool curves and written-out parameters.
 */
export function withAndWithoutNodeEc(name: string, define: (hasNodeEc: boolean) => void): void {
  describe(name, () => define(true));
  describe(`${name}, without Node's elliptic curves`, () => {
    replaceBuiltin(crypto, { createPublicKey: refuseEc as typeof crypto.createPublicKey });
    replaceBuiltin(threads, { Worker: RefusingWorker });
    define(false);
  });
}

class RefusingWorker extends threads.Worker {
  constructor(script: string | URL, options: threads.WorkerOptions = {}) {
    super(script, { ...options, execArgv: [...(options.execArgv ?? []), '--import', REFUSING] });
  }
}
