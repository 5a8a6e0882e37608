// @ts-check
/**
 * The launcher behind `npm start`, `npm test` and the rest. Plain JavaScript for whatever Node 20 or newer is at
 * hand; it readies a clone and hands over to the pinned Node 24.
 */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './launch/child.mjs';
import { planOf } from './launch/commands.mjs';
import { keepCompiled } from './launch/compiled.mjs';
import { returnMemory } from './launch/memory.mjs';
import { chooseMode, electronProgram, prepareWindow } from './launch/mode.mjs';
import { exitWith, prepare, say } from './launch/prepare.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command, ...rest] = process.argv.slice(2);

/** @param {string[]} args @returns {Promise<number>} the server's or the window's exit code */
async function start(args) {
  const node = await prepare(root, 'production', say);
  const mode = chooseMode({
    platform: process.platform,
    env: process.env,
    electron: electronProgram(root),
    isRoot: process.getuid?.() === 0,
    headlessAsked: args.includes('--headless'),
  });
  const passed = args.filter((arg) => arg !== '--headless');
  if (mode.mode === 'window') {
    const { folder, env } = await prepareWindow(root, node, runChild);
    return runChild(mode.electron, [folder, ...passed], { cwd: root, env });
  }
  say(`Starting headless: ${mode.reason}.`);
  return runChild(node, ['server/process.ts', ...passed], { cwd: root, env: keepCompiled(root, returnMemory()) });
}

/** @param {string} name @param {string[]} args @returns {Promise<number>} the first code that is not 0, else 0 */
async function runPlan(name, args) {
  const plan = planOf(name, args);
  const node = await prepare(root, plan.need, say);
  for (const step of plan.steps) {
    if (plan.steps.length > 1) say(`${name}: ${step.name}`);
    // Tests too: each of their processes and of those that they start reads there what another has compiled.
    const env = keepCompiled(root, returnMemory());
    const code = await runChild(node, step.args, { cwd: root, env: { ...step.env, ...env } });
    if (code !== 0) return code;
  }
  return 0;
}

await exitWith(() =>
  command === undefined || command.startsWith('--') ? start(process.argv.slice(2)) : runPlan(command, rest),
);
