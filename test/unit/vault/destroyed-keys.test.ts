import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { openKeyStore } from '../../../server/vault/key-store.ts';
import { tempFolder } from '../../support/folder.ts';
import { inWholeRunAlone } from '../../support/long.ts';

/** Reads from the database for a moment, like a copy of it does. */
const READER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const Database = require(workerData.library);
  const db = new Database(workerData.path, { readonly: true });
  db.exec('BEGIN');
  db.prepare('SELECT count(*) FROM data_keys').get();
  parentPort.postMessage('reading');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  db.close();
`;

it('keys are destroyed while they are being copied for a backup', inWholeRunAlone('1 s'), async () => {
  using folder = tempFolder();
  const path = join(folder.path, 'keys.db');
  const keys = openKeyStore(path, { kind: 'passphrase', passphrase: 'correct horse battery' });
  keys.addDataKey('ver_1', Buffer.alloc(32, 1), 0);
  const library = join(import.meta.dirname, '../../../node_modules/better-sqlite3');
  const reader = new Worker(READER, { eval: true, workerData: { path, library } });
  await once(reader, 'message');
  keys.destroyKeys('ver_1', { cause: 'request', erasedBy: 'cli', destroyedAtMs: 1 });
  expect(keys.dataKeyIds()).toEqual([]);
  await reader.terminate();
  keys.close();
});
