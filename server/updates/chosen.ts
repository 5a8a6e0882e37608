import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AppError } from '../lib/errors.ts';
import { CHOSEN, UPDATES } from './journal.ts';
import type { OpenPack } from './read-pack.ts';
import type { Updates } from './updates.ts';

/** A verified package that waits for the order to apply it. */
export interface ChosenPack extends Pick<OpenPack, 'manifest' | 'signedBy' | 'sizeBytes'> {
  path: string;
}

/** The package that an administrator has chosen; one at a time. */
export interface Chosen {
  /** null: none waits. */
  current(): ChosenPack | null;
  /** Throws `not_found` if it is not the package that waits. */
  get(id: string): ChosenPack;
  /** Verifies a package in place. Throws as `openPack` does; the previously chosen package then stays. */
  name(path: string): Promise<ChosenPack>;
  /** Does the same for an uploaded file and keeps it until another replaces it: a command may still use its path after a restart. */
  keep(path: string): Promise<ChosenPack>;
  discard(id: string): void;
}

export function openChosen(updates: Pick<Updates, 'open'>, dataDir: string): Chosen {
  const folder = join(dataDir, UPDATES, CHOSEN);
  let chosen: ChosenPack | null = null;
  const verify = async (path: string): Promise<ChosenPack> => {
    using pack = await updates.open(path);
    const { manifest, signedBy, sizeBytes } = pack;
    return { path, manifest, signedBy, sizeBytes };
  };
  const get = (id: string): ChosenPack => {
    if (chosen?.manifest.id === id) return chosen;
    throw new AppError('not_found', 'This package is no longer waiting. Choose it again.');
  };
  return {
    current: () => chosen,
    get,
    async name(path) {
      chosen = await verify(path);
      return chosen;
    },
    async keep(path) {
      const verified = await verify(path);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const kept = join(folder, basename(path));
      renameSync(path, kept);
      chosen = { ...verified, path: kept };
      return chosen;
    },
    discard(id) {
      get(id);
      chosen = null;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
