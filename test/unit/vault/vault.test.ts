import crypto, { createHash, randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createIds } from '../../../server/lib/ids.ts';
import { openKeyStore } from '../../../server/vault/key-store.ts';
import { createVault } from '../../../server/vault/vault.ts';
import { CHEAP_SCRYPT } from '../../support/cheap-scrypt.ts';
import { testClock } from '../../support/clock.ts';
import { tempFolder } from '../../support/folder.ts';
import { replaceBuiltin } from '../../support/replace-builtin.ts';

replaceBuiltin(crypto, CHEAP_SCRYPT);

const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(200_000)]);

function open(folder: string) {
  const keys = openKeyStore(join(folder, 'keys.db'), { kind: 'file', path: join(folder, 'key', 'master.key') });
  return { keys, vault: createVault({ folder, keys, newId: createIds(testClock()) }) };
}

describe('files', () => {
  it('come back as they went in, are sealed on disk, and are bound to their record', async () => {
    using folder = tempFolder();
    const { keys, vault } = open(folder.path);
    const session = vault.beginUpload();
    const file = await session.receive(Readable.from([JPEG.subarray(0, 7), JPEG.subarray(7)]));
    expect(file).toMatchObject({
      sizeBytes: JPEG.length,
      mediaType: 'image/jpeg',
      sha256: createHash('sha256').update(JPEG).digest('hex'),
    });
    expect(file.head.equals(JPEG)).toBe(true);
    expect((await session.read(file)).equals(JPEG)).toBe(true);
    expect(readFileSync(file.tempPath).includes(JPEG.subarray(100, 132))).toBe(false);
    keys.addDataKey(session.verificationId, session.dataKey, 0);
    await vault.keepFiles(session, [file]);
    expect((await vault.readFile(session.verificationId, file.documentId)).equals(JPEG)).toBe(true);
    await session.discard();
    expect(await vault.fileOwners()).toEqual([session.verificationId]);
    expect(readdirSync(join(folder.path, 'incoming'))).toEqual([]);
  });

  it('are refused when a single bit differs', async () => {
    using folder = tempFolder();
    const { keys, vault } = open(folder.path);
    const session = vault.beginUpload();
    const file = await session.receive(Readable.from([JPEG]));
    keys.addDataKey(session.verificationId, session.dataKey, 0);
    await vault.keepFiles(session, [file]);
    const path = join(folder.path, 'files', session.verificationId, file.documentId);
    const sealed = readFileSync(path);
    sealed[500] = (sealed[500] ?? 0) ^ 1;
    writeFileSync(path, sealed);
    await expect(vault.readFile(session.verificationId, file.documentId)).rejects.toThrow();
  });

  it('of several uploads into one record lie beside each other, under its key', async () => {
    using folder = tempFolder();
    const { keys, vault } = open(folder.path);
    const { verificationId, dataKey } = vault.newCompanyRecord();
    keys.addDataKey(verificationId, dataKey, 0);
    const sessions = [vault.beginUploadInto(verificationId), vault.beginUploadInto(verificationId)];
    const files = [];
    for (const session of sessions) files.push(await session.receive(Readable.from([JPEG])));
    const unwanted = await sessions[0]?.receive(Readable.from([JPEG]));
    for (const [index, session] of sessions.entries()) await vault.keepFiles(session, files.slice(index, index + 1));
    for (const session of sessions) await session.discard();
    const ids = files.map(({ documentId }) => documentId);
    expect((await vault.filesOf(verificationId)).sort()).toEqual(ids.sort());
    for (const id of ids) expect((await vault.readFile(verificationId, id)).equals(JPEG)).toBe(true);
    await expect(vault.readFile(verificationId, unwanted?.documentId ?? '')).rejects.toThrow('ENOENT');
    await vault.removeFiles(verificationId, ids.slice(1));
    expect(await vault.filesOf(verificationId)).toEqual(ids.slice(0, 1));
    await vault.removeFiles(verificationId);
    expect(await vault.fileOwners()).toEqual([]);
  });

  it('leave nothing behind when the upload is given up or fails midway', async () => {
    using folder = tempFolder();
    const { vault } = open(folder.path);
    const session = vault.beginUpload();
    await session.receive(Readable.from([JPEG]));
    const broken = Readable.from(
      (function* () {
        yield JPEG.subarray(0, 100);
        throw new Error('connection reset');
      })(),
    );
    await expect(session.receive(broken)).rejects.toThrow('connection reset');
    await session.discard();
    expect(readdirSync(join(folder.path, 'incoming'))).toEqual([]);
  });
});

describe('columns', () => {
  it('open only in their own place, with their own key', () => {
    using folder = tempFolder();
    const { keys, vault } = open(folder.path);
    keys.addDataKey('ver_a', randomBytes(32), 0);
    keys.addDataKey('ver_b', randomBytes(32), 0);
    const sealed = vault.sealJson('ver_a', 'verifications.submission', { name: 'Zoë' });
    expect(vault.openJson('ver_a', 'verifications.submission', sealed)).toEqual({ name: 'Zoë' });
    expect(() => vault.openJson('ver_a', 'verifications.decision', sealed)).toThrow();
    expect(() => vault.openJson('ver_b', 'verifications.submission', sealed)).toThrow();
    keys.deleteDataKey('ver_a');
    expect(() => vault.openJson('ver_a', 'verifications.submission', sealed)).toThrow('has its key');
  });
});

describe('master key', () => {
  it('is made once, for its owner only, and is never made again for a store that has one', () => {
    using folder = tempFolder();
    open(folder.path).keys.close();
    const path = join(folder.path, 'key', 'master.key');
    if (process.platform !== 'win32') {
      expect(statSync(path).mode & 0o777).toBe(0o600);
      chmodSync(path, 0o644);
      expect(() => open(folder.path)).toThrow(expect.objectContaining({ code: 'master_key_wrong' }));
    }
    rmSync(path);
    expect(() => open(folder.path)).toThrow(expect.objectContaining({ code: 'master_key_missing' }));
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600 });
    expect(() => open(folder.path)).toThrow(expect.objectContaining({ code: 'master_key_wrong' }));
  });

  it('may come from a passphrase', () => {
    using folder = tempFolder();
    const path = join(folder.path, 'keys.db');
    const first = openKeyStore(path, { kind: 'passphrase', passphrase: 'correct horse battery' });
    first.addDataKey('ver_a', Buffer.alloc(32, 7), 0);
    first.close();
    const again = openKeyStore(path, { kind: 'passphrase', passphrase: 'correct horse battery' });
    expect(again.dataKey('ver_a')?.equals(Buffer.alloc(32, 7))).toBe(true);
    again.close();
    expect(() => openKeyStore(path, { kind: 'passphrase', passphrase: 'wrong horse battery' })).toThrow(
      expect.objectContaining({ code: 'master_key_wrong' }),
    );
  });
});
