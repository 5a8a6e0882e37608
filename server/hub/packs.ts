import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { AppError, conflict } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { type Tx, transact } from './db/transact.ts';
import type { HubDeps } from './deps.ts';

export type PackKind = 'update' | 'list' | 'trust';

/** What a directive says of a pack. */
export interface Pack {
  kind: PackKind;
  name: string;
  /** 64 hexadecimal digits. */
  sha256: string;
  sizeBytes: number;
}

/**
 * Stores a pack, which stays signed by its publisher: each branch checks it as if a person had imported it. Returns what a directive says of it. A pack
 * that is there already stays as it is. Throws `file_too_large`.
 * @param path a finished file that does not change
 */
export async function addPack(
  deps: HubDeps,
  { actor, kind, name, path }: { actor: string; kind: PackKind; name: string; path: string },
): Promise<Pack> {
  const { pool, clock, audit } = deps;
  const { size } = await stat(path);
  if (size === 0 || size > LIMITS.updatePackBytesMax) {
    throw new AppError('file_too_large', `A pack has 1 to ${LIMITS.updatePackBytesMax} bytes.`);
  }
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  const sha256 = hash.digest();
  await transact(pool, 'all', async (tx) => {
    const { rowCount } = await tx.query(
      'INSERT INTO packs (sha256, kind, name, size, added_by, added_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING',
      [sha256, kind, name, size, actor, clock.now()],
    );
    if (rowCount === 0) return;
    let part = 0;
    for await (const bytes of createReadStream(path, { highWaterMark: LIMITS.hubPackPartBytes })) {
      await tx.query('INSERT INTO pack_parts (sha256, part, bytes) VALUES ($1, $2, $3)', [sha256, part++, bytes]);
    }
    await audit(tx, { actor, action: 'pack.added', subject: sha256.toString('hex'), details: { kind } });
  });
  return { kind, name, sha256: sha256.toString('hex'), sizeBytes: size };
}

/** Throws `not_found`. */
export async function findPack(tx: Tx, sha256: string): Promise<Pack> {
  const { rows } = await tx.query<{ kind: PackKind; name: string; size: number }>(
    'SELECT kind, name, size FROM packs WHERE sha256 = $1',
    [Buffer.from(sha256, 'hex')],
  );
  const [row] = rows;
  if (row === undefined) throw new AppError('not_found', 'The hub has no such pack.');
  return { kind: row.kind, name: row.name, sha256, sizeBytes: row.size };
}

/** Yields the bytes of a pack from `from` to before `until`. */
export async function* readPack(
  { pool }: Pick<HubDeps, 'pool'>,
  sha256: string,
  { from, until }: { from: number; until: number },
): AsyncGenerator<Buffer> {
  const size = LIMITS.hubPackPartBytes;
  for (let at = from; at < until; ) {
    const part = Math.floor(at / size);
    const { rows } = await transact(pool, 'all', (tx) =>
      tx.query<{ bytes: Buffer }>('SELECT bytes FROM pack_parts WHERE sha256 = $1 AND part = $2', [
        Buffer.from(sha256, 'hex'),
        part,
      ]),
    );
    const bytes = rows[0]?.bytes;
    if (bytes === undefined) throw new AppError('not_found', 'The pack was removed.');
    const piece = bytes.subarray(at - part * size, until - part * size);
    yield piece;
    at += piece.length;
  }
}

/** Removes a pack that no open directive names. Throws `not_found`, `state_conflict`. */
export async function removePack(
  tx: Tx,
  { audit }: HubDeps,
  { actor, sha256 }: { actor: string; sha256: string },
): Promise<void> {
  await findPack(tx, sha256);
  const { rows } = await tx.query<{ open: boolean }>(
    `SELECT EXISTS (SELECT FROM directives WHERE kind = 'pack' AND outcome IS NULL AND position($1 in signed) > 0) AS open`,
    [sha256],
  );
  if (rows[0]?.open) throw conflict('Branches still wait for this pack.');
  await tx.query('DELETE FROM packs WHERE sha256 = $1', [Buffer.from(sha256, 'hex')]);
  await audit(tx, { actor, action: 'pack.removed', subject: sha256 });
}
