// @ts-check
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from './child.mjs';
import { isStop } from './electron.mjs';

/** A window that is not visible by then has failed. */
export const WINDOW_WAIT_MS = 20_000;
/** A window that does not end on request within this time is killed. */
const END_MS = 1_000;
const LOOK_EVERY_MS = 200;

/**
 * Runs the window until it ends. The desktop app creates the file that `CUSTOS_WINDOW_SHOWN` names once its first page
 * is visible, and starts the server only then: a window that never appears has touched no data.
 *
 * @param {{ electron: string, args: string[], cwd: string, env: NodeJS.ProcessEnv, waitMs?: number }} window
 * @returns {Promise<{ code: number } | { failed: string }>} its exit code, or why no window appeared
 */
export async function openWindow({ electron, args, cwd, env, waitMs = WINDOW_WAIT_MS }) {
  const folder = mkdtempSync(join(tmpdir(), 'custos-window-'));
  const mark = join(folder, 'shown');
  let late = false;
  try {
    const code = await runChild(electron, args, { cwd, env: { ...env, CUSTOS_WINDOW_SHOWN: mark } }, (child) =>
      endUnlessShown(child, mark, waitMs, () => {
        late = true;
      }),
    );
    if (existsSync(mark)) return { code };
    if (late) return { failed: `no window opened within ${waitMs / 1000} seconds` };
    // It exits normally if another instance is running, whose window comes to the front.
    if (code === 0 || isStop(code)) return { code };
    return { failed: `Electron ended with code ${code} before its window opened` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {import('node:child_process').ChildProcess} child @param {string} mark @param {number} waitMs @param {() => void} onLate */
function endUnlessShown(child, mark, waitMs, onLate) {
  const began = performance.now();
  /** @type {NodeJS.Timeout | undefined} */
  let killing;
  const looking = setInterval(() => {
    if (existsSync(mark)) clearInterval(looking);
    else if (performance.now() - began >= waitMs) {
      clearInterval(looking);
      onLate();
      child.kill('SIGTERM');
      killing = setTimeout(() => child.kill('SIGKILL'), END_MS);
    }
  }, LOOK_EVERY_MS);
  child.once('exit', () => {
    clearInterval(looking);
    clearTimeout(killing);
  });
}
