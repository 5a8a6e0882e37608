import fs from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createIds } from '../../../server/lib/ids.ts';
import { beginUpload, newRecord } from '../../../server/vault/staging.ts';
import { testClock } from '../../support/clock.ts';
import { tempFolder } from '../../support/folder.ts';
import { replaceBuiltin } from '../../support/replace-builtin.ts';

/** A system may write less than requested, as at the edge of a full disk or a quota. */
const { open } = fs;
replaceBuiltin(fs, {
  async open(...args) {
    const file = await open(...args);
    const write = file.write.bind(file) as (bytes: Buffer) => Promise<unknown>;
    const writeHalf = (bytes: Buffer) => write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
    return Object.assign(file, { write: writeHalf }) as typeof file;
  },
});

it('a file is whole on disk even where the system takes its bytes in pieces', async () => {
  using folder = tempFolder();
  const newId = createIds(testClock());
  const session = beginUpload(folder.path, newId, newRecord('ver', newId));
  const file = await session.receive(Readable.from([Buffer.alloc(1000, 1), Buffer.alloc(3, 2)]));
  expect(await session.read(file)).toEqual(Buffer.concat([Buffer.alloc(1000, 1), Buffer.alloc(3, 2)]));
});
