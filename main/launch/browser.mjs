// @ts-check
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { runChild } from './child.mjs';

/** The command that opens an address in the default browser, by system. */
const OPENERS = {
  darwin: { program: 'open', args: [] },
  win32: { program: 'rundll32', args: ['url.dll,FileProtocolHandler'] },
  other: { program: 'xdg-open', args: [] },
};

/** The server's own line (`server/process.ts`), printed once it listens. */
const ANSWERS_AT = /^Custos is running at (http:\/\/\S+)$/;

/**
 * Runs the server, shows what it prints, and opens its console in the default browser once it listens.
 *
 * @param {string} node @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, log: (line: string) => void }} options
 * @returns {Promise<number>} the server's exit code
 */
export function runInBrowser(node, args, { cwd, env, log }) {
  let opened = false;
  return runChild(node, args, { cwd, env, stdio: ['inherit', 'pipe', 'inherit'] }, ({ stdout }) => {
    if (stdout === null) return;
    createInterface({ input: stdout }).on('line', (line) => {
      process.stdout.write(`${line}\n`);
      const url = ANSWERS_AT.exec(line)?.[1];
      if (url === undefined || opened) return;
      opened = true;
      openAddress(url, log);
    });
  });
}

/** @param {string} url @param {(line: string) => void} log */
function openAddress(url, log) {
  const { program, args } = OPENERS[/** @type {'darwin'} */ (process.platform)] ?? OPENERS.other;
  const tell = () => log(`No browser could be opened. Open ${url} in your browser.`);
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.once('error', tell);
  child.once('exit', (code) => {
    if (code !== 0) tell();
  });
  child.unref();
}
