import { spawn } from 'node:child_process';
import fs from 'node:fs';
import type { ShellElectron, ShellProcess } from './contract.ts';
import { pickTexts } from './text/texts.ts';
import type { HandOverDeps } from './updates.ts';

/** Lets the answer reach the console before the program ends. */
const QUIT_AFTER_MS = 1_500;

/** Returns the functions of this machine that the hand-over of an installer needs. */
export function handOverDeps(
  { app, shell }: Pick<ShellElectron, 'app' | 'shell'>,
  { env }: Pick<ShellProcess, 'env'>,
  { later }: { later(act: () => void, delayMs: number): () => void },
): HandOverDeps {
  return {
    appImage: env['APPIMAGE'] || undefined,
    fs: { ...fs, syncFileSync },
    spawnDetached,
    openPath: (path) => shell.openPath(path),
    quit: () => void later(() => app.quit(), QUIT_AFTER_MS),
    text: pickTexts(app.getPreferredSystemLanguages()).update,
  };
}

function syncFileSync(path: string): void {
  const file = fs.openSync(path, 'r+');
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

function spawnDetached(program: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { detached: true, stdio: 'ignore' });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
