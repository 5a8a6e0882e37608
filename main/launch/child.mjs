// @ts-check
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { LaunchError } from './launch-error.mjs';

/** @type {NodeJS.Signals[]} */
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program to its end. Passes each kind of signal to it once (npm and the terminal may both send the same one),
 * and waits until the child has finished.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @param {(child: import('node:child_process').ChildProcess) => void} [onStart] called with the running program
 * @returns {Promise<number>} its exit code; 128 plus the signal's number if a signal ended it, as in shells
 * @throws {LaunchError} if the program cannot be started
 */
export function runChild(program, args, options = {}, onStart = () => {}) {
  const child = spawn(program, args, { stdio: 'inherit', ...options });
  onStart(child);
  const release = passSignalsTo(child);
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => {
      release();
      reject(new LaunchError(`"${program}" cannot be started (${cause.message}). Check that it is installed.`));
    });
    child.once('exit', (code, signal) => {
      release();
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']);
    });
  });
}

/** @param {import('node:child_process').ChildProcess} child @returns {() => void} stops passing signals on */
function passSignalsTo(child) {
  const passed = new Set();
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    if (passed.has(signal)) return;
    passed.add(signal);
    child.kill(signal);
  };
  for (const signal of PASSED_ON) process.on(signal, pass);
  return () => {
    for (const signal of PASSED_ON) process.off(signal, pass);
  };
}
