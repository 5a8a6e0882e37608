import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readFile, unlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import express from 'express';
import multer from 'multer';

/**
 * An upload route as most people would write it. Multer stores the parts in plain files; each is then read back, encrypted (AES-256-GCM), written and
 * synced. Then a row is committed (`synchronous=FULL`) and 201 is sent. Prints its address on one line and runs until its standard input ends.
 */
function main(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const db = new Database(join(folder, 'uploads.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE uploads (id TEXT PRIMARY KEY, applicant TEXT, files TEXT, created_at TEXT) STRICT');
  const insert = db.prepare('INSERT INTO uploads VALUES (?, ?, ?, ?)');
  const key = randomBytes(32);

  const upload = multer({ storage: multer.diskStorage({ destination: folder }) });
  const app = express();
  app.post('/v1/verifications', upload.array('documents[]'), async (request, response) => {
    const id = randomUUID();
    const names: string[] = [];
    for (const file of request.files as Express.Multer.File[]) {
      names.push(await encryptFile(file.path, key));
      await unlink(file.path);
    }
    const createdAt = new Date().toISOString();
    insert.run(id, request.body.applicant ?? null, JSON.stringify(names), createdAt);
    response.status(201).json({ id, status: 'pending', created_at: createdAt });
  });
  const server = app.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
  process.stdin.resume().on('end', () => process.exit(0));
}

/** Writes `path` + `.enc` (nonce, ciphertext, tag), synced. Returns its path. */
async function encryptFile(path: string, key: Buffer): Promise<string> {
  const plain = await readFile(path);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const target = `${path}.enc`;
  const file = await open(target, 'w', 0o600);
  await file.writeFile(sealed);
  await file.sync();
  await file.close();
  return target;
}

main(process.argv[2] ?? 'naive-uploads');
