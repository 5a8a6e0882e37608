import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { WEIGHTS, type Weight } from './weights.ts';

/** A model file of the list, and whether the file in the folder matches the list. */
export interface CheckedWeight extends Weight {
  verified: boolean;
}

/** Returns a check of every listed model file as it is in `dir` now. Reads a file again only if its size or time has changed. */
export function createWeightsCheck(dir: string, listed: readonly Weight[] = WEIGHTS): () => Promise<CheckedWeight[]> {
  const known = new Map<string, { seen: string; sha256: string }>();
  const hashOf = async (file: string): Promise<string | null> => {
    try {
      const path = join(dir, file);
      const { size, mtimeMs } = await stat(path);
      const seen = `${size} ${mtimeMs}`;
      const before = known.get(file);
      if (before?.seen === seen) return before.sha256;
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
      const sha256 = hash.digest('hex');
      known.set(file, { seen, sha256 });
      return sha256;
    } catch {
      return null;
    }
  };
  return async () => {
    const checked: CheckedWeight[] = [];
    for (const weight of listed) checked.push({ ...weight, verified: (await hashOf(weight.file)) === weight.sha256 });
    return checked;
  };
}
