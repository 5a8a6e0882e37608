import { basename, dirname, join } from 'node:path';
import { fill, type ShellTexts } from './text/texts.ts';

/** An installer that the server has verified and unpacked. */
export interface InstallerOrder {
  path: string;
  kind: 'appimage' | 'nsis' | 'dmg' | 'deb';
  version: string;
}

/** The functions of the machine that the hand-over of an installer needs. */
export interface HandOverDeps {
  /** `APPIMAGE`: the file that this program runs from; undefined if it is not an AppImage. */
  appImage: string | undefined;
  fs: {
    copyFileSync(from: string, to: string): void;
    chmodSync(path: string, mode: number): void;
    /** Flushes a file's content to disk. */
    syncFileSync(path: string): void;
    renameSync(from: string, to: string): void;
    rmSync(path: string, options: { force: true }): void;
  };
  /** Starts a program that outlives this one. Rejects if it cannot be started. */
  spawnDetached(program: string, args: string[]): Promise<void>;
  /** Electron's `shell.openPath`: returns an empty text, or the error. */
  openPath(path: string): Promise<string>;
  /** Ends this program in an orderly way, so that the new one can replace it. */
  quit(): void;
  /** Sentences in the person's language. */
  text: ShellTexts['update'];
}

/** The result of a hand-over: a sentence for the person, and whether anything was done. */
export interface HandedOver {
  ok: boolean;
  sentence: string;
}

const FORMER = '.former';
const MAY_RUN = 0o755;

/**
 * Installs the installer, or starts it, or says what to do. The server has verified it, and copies the databases before
 * its first start changes them. Never throws: reports an error, and the running program stays as it is.
 */
export async function handOver(order: InstallerOrder, deps: HandOverDeps): Promise<HandedOver> {
  try {
    return { ok: true, sentence: await HAND_OVER[order.kind](order, deps) };
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    return { ok: false, sentence: fill(deps.text.failed, { path: order.path, reason }) };
  }
}

const HAND_OVER: Record<InstallerOrder['kind'], (order: InstallerOrder, deps: HandOverDeps) => Promise<string>> = {
  appimage: replaceAppImage,
  nsis: startSetup,
  dmg: openImage,
  deb: async ({ path }, { text }) => fill(text.deb_command, { command: `sudo apt install "${path}"` }),
};

/**
 * Writes the new file next to the old one, complete and on disk, before a rename puts it in place; keeps the former
 * file for going back. The running program continues; the next start runs the new version.
 */
async function replaceAppImage({ path, version }: InstallerOrder, deps: HandOverDeps): Promise<string> {
  const { appImage, fs, text } = deps;
  if (appImage === undefined) return fill(text.app_image_unknown, { path });
  const made = join(dirname(appImage), `.${basename(appImage)}.new`);
  const former = `${appImage}${FORMER}`;
  try {
    fs.copyFileSync(path, made);
    fs.chmodSync(made, MAY_RUN);
    fs.syncFileSync(made);
    // A copy, so that there is always a program under its name.
    fs.copyFileSync(appImage, `${former}.new`);
    fs.chmodSync(`${former}.new`, MAY_RUN);
    fs.syncFileSync(`${former}.new`);
    fs.renameSync(`${former}.new`, former);
    fs.renameSync(made, appImage);
  } catch (error) {
    for (const left of [made, `${former}.new`]) fs.rmSync(left, { force: true });
    throw error;
  }
  return fill(text.app_image_replaced, { version, former });
}

async function startSetup({ path, version }: InstallerOrder, deps: HandOverDeps): Promise<string> {
  await deps.spawnDetached(path, ['--updated']);
  // It replaces files that are in use while this program runs.
  deps.quit();
  return fill(deps.text.setup_started, { version });
}

async function openImage({ path, version }: InstallerOrder, deps: HandOverDeps): Promise<string> {
  const problem = await deps.openPath(path);
  if (problem !== '') throw new Error(problem);
  return fill(deps.text.image_opened, { version });
}
