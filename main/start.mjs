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
import { memoryFolder } from './launch/memory-folder.mjs';
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

await exitWith(() =>
  command === undefined || command.startsWith('--') ? start(process.argv.slice(2)) : runPlan(command, rest),
);
