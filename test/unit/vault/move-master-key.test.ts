import { existsSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMeta } from '../../../server/vault/key-meta.ts';
import { openKeyStore } from '../../../server/vault/key-store.ts';
import { type Move, type MoveDeps, moveMasterKey, settleMove } from '../../../server/vault/move-master-key.ts';
import { tempFolder } from '../../support/folder.ts';

function rig(folder: string) {
  const from = { kind: 'file', path: join(folder, 'a.key') } as const;
  const to = { kind: 'file', path: join(folder, 'b.key') } as const;
  const keys = openKeyStore(join(folder, 'keys.db'), from);
  const told: (Move & { formerRemoved: boolean })[] = [];
  const deps: MoveDeps = { keys, remember: () => true, onMoved: (move) => void told.push(move) };
  const journal = (): unknown => readMeta(keys.db, 'master_key_move');
  return { from, to, keys, deps, told, journal };
}

describe.skipIf(process.platform === 'win32')('a move of the master key', () => {
  it('leaves both places as they are while neither opened the store, and the next start from one of them settles it', async () => {
    using folder = tempFolder();
    const { from, to, keys, deps, told, journal } = rig(folder.path);
    // Simulates a disk that does not confirm that it has stored the note of the new place.
    expect(await moveMasterKey({ ...deps, remember: () => false }, from, to, 'opr_a')).toBe(false);
    const third = { kind: 'file', path: join(folder.path, 'c.key') } as const;
    expect(settleMove(deps, third)).toBe('left');
    expect([existsSync(from.path), existsSync(to.path), told]).toEqual([true, true, []]);
    expect(settleMove(deps, to)).toBe('moved');
    expect([existsSync(from.path), existsSync(to.path), journal()]).toEqual([false, true, null]);
    expect(told).toEqual([{ from, to, actor: 'opr_a', formerRemoved: true }]);
    expect(settleMove(deps, to)).toBe('none');
    keys.close();
  });

  it('is undone where the new place cannot be noted, and takes no file that is not ours', async () => {
    using folder = tempFolder();
    const { from, to, keys, deps, told, journal } = rig(folder.path);
    const remember = (): never => {
      writeFileSync(to.path, 'somebody put another file here');
      throw new Error('no');
    };
    await expect(moveMasterKey({ ...deps, remember }, from, to, 'opr_a')).rejects.toThrow('no');
    expect(readFileSync(to.path, 'utf8')).toContain('another file');
    expect([existsSync(from.path), told, journal()]).toEqual([true, [], null]);
    keys.close();
  });

  it('tells where the former place still holds the key, since a link leads there', async () => {
    using folder = tempFolder();
    const { from, to, keys, deps, told, journal } = rig(folder.path);
    const real = join(folder.path, 'real.key');
    renameSync(from.path, real);
    symlinkSync(real, from.path);
    expect(await moveMasterKey(deps, from, to, 'opr_a')).toBe(false);
    expect([existsSync(real), existsSync(to.path), journal()]).toEqual([true, true, null]);
    expect(told).toMatchObject([{ formerRemoved: false }]);
    keys.close();
  });
});
