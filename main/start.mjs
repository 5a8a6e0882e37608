// @ts-check
/**
 * The launcher behind `npm start`, `npm test` and other scripts. Plain JavaScript for any Node from 20 on; it prepares
 * a clone and hands over to the pinned Node 24.
 */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInBrowser } from './launch/browser.mjs';
import { runChild } from './launch/child.mjs';
import { planOf } from './launch/commands.mjs';
import { keepCompiled } from './launch/compiled.mjs';
import { bringElectron } from './launch/electron.mjs';
import { returnMemory } from './launch/memory.mjs';
import { memoryFolder } from './launch/memory-folder.mjs';
import { chooseMode, prepareWindow } from './launch/mode.mjs';
import { exitWith, prepare, say } from './launch/prepare.mjs';
import { openWindow } from './launch/window.mjs';

/** The options of `npm start --`. Nothing is installed, built or started before they are understood. */
const HEADLESS = '--headless';

const START_USAGE = `npm start
npm start -- ${HEADLESS}
npm start -- --help
Settings are environment variables such as CUSTOS_PORT, or entries in custos.json in the data folder.`;

/**
 * Returns whether to start the appliance, rather than run another command of the launcher.
 * @param {string[]} args
 * @returns {boolean}
 */
function isStart([first]) {
  return first === undefined || first.startsWith('-');
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);

/**
 * @returns {Promise<number>} the exit code of the server or the window; 2 for an unknown option, as with the commands of `custos`
 */
async function start() {
  if (args.includes('--help')) {
    process.stdout.write(`${START_USAGE}\n`);
    return 0;
  }
  const unknown = args.find((arg) => arg !== HEADLESS);
  if (unknown !== undefined) {
    // Without its value, which may be a secret.
    say(`Unknown option "${unknown.replace(/=.*/s, '')}". Use one of:\n${START_USAGE}`);
    return 2;
  }
  const node = await prepare(root, 'production', say);
  const mode = chooseMode({
    platform: process.platform,
    env: process.env,
    isRoot: process.getuid?.() === 0,
    headlessAsked: args.includes(HEADLESS),
  });
  const server = ['server/process.ts'];
  const options = { cwd: root, env: keepCompiled(root, returnMemory()) };
  if (mode.mode === 'headless') {
    say(`Starting headless: ${mode.reason}.`);
    return runChild(node, server, options);
  }
  const window = await startWindow(node);
  if ('code' in window) return window.code;
  say(`The console opens in your default browser: ${window.failed}.`);
  return runInBrowser(node, server, { ...options, log: say });
}

/** @param {string} node @returns {Promise<{ code: number } | { failed: string }>} */
async function startWindow(node) {
  const brought = await bringElectron(root, node, say);
  if ('stopped' in brought) return { code: brought.stopped };
  if ('failed' in brought) return brought;
  const { folder, env } = await prepareWindow(root, node, runChild);
  return openWindow({ electron: brought.electron, args: [folder], cwd: root, env });
}

/** @returns {Promise<number>} the first code that is not 0, else 0 */
async function runPlan() {
  const [name = '', ...rest] = args;
  const plan = planOf(name, rest);
  const node = await prepare(root, plan.need, say);
  const several = plan.steps.length > 1;
  const ended = [];
  for (const step of plan.steps) {
    if (several) say(`${name}: ${step.name}`);
    const beganMs = performance.now();
    const code = await runStep(node, step);
    ended.push({ step: step.name, code, seconds: Math.round((performance.now() - beganMs) / 1000) });
    if (code !== 0 && !plan.goesOn) break;
  }
  for (const { step, code, seconds } of several ? ended : []) {
    say(`${name}: ${step} ${code === 0 ? 'passed' : `FAILED (${code})`} in ${seconds} s`);
  }
  return ended.find(({ code }) => code !== 0)?.code ?? 0;
}

/** @param {string} node @param {import('./launch/commands.mjs').Step} step @returns {Promise<number>} its exit code */
async function runStep(node, step) {
  const folder = step.inMemory ? memoryFolder() : null;
  const env = { ...step.env, ...keepCompiled(root, returnMemory()), ...(folder && { TMPDIR: folder.path }) };
  try {
    return await runChild(node, step.args, { cwd: root, env });
  } finally {
    folder?.remove();
  }
}

await exitWith(() => (isStart(args) ? start() : runPlan()));
