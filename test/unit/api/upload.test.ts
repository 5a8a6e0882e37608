import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { type ReceivedForm, receiveForm } from '../../../server/api/upload.ts';
import { AppError } from '../../../server/lib/errors.ts';
import type { UploadSession } from '../../../server/vault/staging.ts';
import { type FormPart, file, JPEG, multipart } from './rig.ts';

type Receive = UploadSession['receive'];
type Result = { form: ReceivedForm } | { error: unknown };
const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** Sends one form to a server whose only route receives it, and returns what the route received. */
async function receiveWith(receive: Receive, parts: FormPart[], after: Buffer = Buffer.alloc(0)): Promise<Result> {
  const app = express();
  const result = new Promise<Result>((resolve) => {
    app.post('/', async (req, res) => {
      const session = { receive } as UploadSession;
      try {
        resolve({ form: await receiveForm(req, res, session) });
      } catch (error) {
        resolve({ error });
      }
      res.end();
    });
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const { body, type } = multipart(parts);
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
    method: 'POST',
    body: new Uint8Array(Buffer.concat([body, after])),
    headers: { 'Content-Type': type },
  });
  return result;
}

const staged = (sizeBytes: number) => ({
  documentId: `doc_${sizeBytes}`,
  tempPath: '',
  sizeBytes,
  sha256: '',
  head: JPEG,
  mediaType: 'image/jpeg' as const,
});

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

describe('receiving a form', () => {
  it('keeps the order of the files, whichever is on disk first', async () => {
    const result = await receiveWith(
      async (stream) => {
        let sizeBytes = 0;
        for await (const chunk of stream) sizeBytes += (chunk as Buffer).length;
        await delay(sizeBytes === 10 ? 60 : 0);
        return staged(sizeBytes);
      },
      [file(Buffer.alloc(10)), file(Buffer.alloc(20)), file(Buffer.alloc(30))],
    );
    expect('form' in result && result.form.documents.map((document) => document.file.sizeBytes)).toEqual([10, 20, 30]);
  });

  it('fails only when nothing writes any more', async () => {
    let writing = 0;
    const result = await receiveWith(
      async (stream) => {
        writing += 1;
        try {
          for await (const _ of stream);
        } finally {
          await delay(80);
          writing -= 1;
        }
        return staged(1);
      },
      [file(), { name: 'documents[]', value: '', fileName: '', type: 'application/octet-stream' }],
    );
    expect('error' in result && result.error).toBeInstanceOf(AppError);
    expect(writing).toBe(0);
  });

  it.each([
    [Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' }), 'disk_full'],
    [Object.assign(new Error('broken'), { code: 'EIO', syscall: 'write' }), 'EIO'],
  ])('tells a full disk from a fault of ours (%s)', async (fault, code) => {
    const result = await receiveWith(
      async (stream) => {
        await drain(stream);
        throw fault;
      },
      [file()],
    );
    expect('error' in result && (result.error as { code: string }).code).toBe(code);
  });

  it.each([
    ['what follows is no form', Buffer.from('goodbye')],
    ['another form follows', multipart([file(Buffer.alloc(10)), file(Buffer.alloc(40))]).body],
    // The start of the file is in the same piece of the body as the end of the form; its own end is not.
    ['a file follows that ends in a later piece', multipart([file(), file(Buffer.alloc(200_000))]).body],
  ])('ends with the form where %s', async (_name, after) => {
    const read: Receive = async (stream) => {
      let sizeBytes = 0;
      for await (const chunk of stream) sizeBytes += (chunk as Buffer).length;
      return staged(sizeBytes);
    };
    const result = await receiveWith(read, [file(Buffer.alloc(10)), file(Buffer.alloc(20))], after);
    expect('form' in result && result.form.documents.map((document) => document.file.sizeBytes)).toEqual([10, 20]);
  });

  it('cleans a file name of control characters and cuts it', async () => {
    const result = await receiveWith(
      async (stream) => {
        await drain(stream);
        return staged(1);
      },
      [{ name: 'documents', value: 'x', fileName: `Pièce%0D%0A${'n'.repeat(300)}` }],
    );
    const name = ('form' in result && result.form.documents[0]?.fileName) || '';
    expect(name.startsWith('Piècen')).toBe(true);
    expect(name).toHaveLength(255);
  });
});
