import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { createSigner, makeSeed } from '../../../server/lib/signatures.ts';
import { openCarried, writeCarried } from '../../../server/parcel/carried.ts';
import { newLineId } from '../../../server/parcel/fields.ts';
import { sealParcel } from '../../../server/parcel/parcel.ts';
import { parcelHash } from '../../../server/parcel/receipt.ts';
import { signText } from '../../../server/parcel/signed.ts';
import { tempFolder } from '../../support/folder.ts';
import { about, makeEntries, makeHub } from './parcels.ts';

const damaged = expect.objectContaining({ fault: 'parcel_damaged' });

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function writeZip(path: string, members: Record<string, Buffer>): Promise<string> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(members)) zip.addBuffer(bytes, name);
  zip.end();
  await pipeline(zip.outputStream as Readable, createWriteStream(path));
  return path;
}

describe('a carried file', () => {
  it('holds the same bytes that TLS carries, in order', async () => {
    using folder = tempFolder();
    const hub = await makeHub();
    const line = newLineId();
    const appliance = createSigner(makeSeed());
    const parcels = await Promise.all(
      [1, 3, 101].map(async (first) => ({
        line,
        first,
        content: await sealParcel(about(line), makeEntries(2, first), hub.keys, appliance),
      })),
    );
    const message = signText(hub.signer, 'hub answer', { format: 1 });
    const pack = join(folder.path, 'pack');
    writeFileSync(pack, 'a pack');
    const sha256 = parcelHash(Buffer.from('a pack'));
    const path = join(folder.path, 'stick.zip');
    await writeCarried(path, {
      enrolment: message,
      parcels: parcels.toReversed(),
      receipts: [message, message],
      directives: [{ number: 1, signed: message }],
      packs: [{ sha256, path: pack }],
    });
    using carried = await openCarried(path);
    expect(await carried.enrolment()).toEqual(message);
    expect(await collect(carried.parcels())).toEqual(parcels.map(({ content }) => content));
    expect(await collect(carried.receipts())).toEqual([message, message]);
    expect(await collect(carried.directives())).toEqual([message]);
    expect(carried.packs).toEqual([sha256]);
    expect(Buffer.concat(await collect(carried.pack(sha256))).toString()).toBe('a pack');
  });

  it('is refused when it is cut, or holds anything else', async () => {
    using folder = tempFolder();
    const path = join(folder.path, 'stick.zip');
    await writeCarried(path, {});
    const bytes = readFileSync(path);
    const cut = join(folder.path, 'cut.zip');
    writeFileSync(cut, bytes.subarray(0, bytes.length - 1));
    await expect(openCarried(cut)).rejects.toThrow(damaged);
    await expect(openCarried(join(folder.path, 'none.zip'))).rejects.toThrow(damaged);
    for (const name of ['run.exe', 'parcels/x.parcel', 'receipts/1.json', 'packs/../enrolment.json0', 'parcels/']) {
      const other = await writeZip(join(folder.path, `${parcelHash(Buffer.from(name))}.zip`), {
        [name]: Buffer.of(),
      }).catch(() => null);
      if (other !== null) await expect(openCarried(other), name).rejects.toThrow(damaged);
    }
  });

  it('is refused at the item that is damaged', async () => {
    using folder = tempFolder();
    const sha256 = '0'.repeat(64);
    const path = await writeZip(join(folder.path, 'stick.zip'), {
      'enrolment.json': Buffer.from('{"text":1}'),
      'receipts/000001.json': Buffer.from('no JSON'),
      [`packs/${sha256}`]: Buffer.from('another pack'),
    });
    using carried = await openCarried(path);
    await expect(carried.enrolment()).rejects.toThrow(damaged);
    await expect(collect(carried.receipts())).rejects.toThrow(damaged);
    await expect(collect(carried.pack(sha256))).rejects.toThrow(damaged);
    expect(await collect(carried.directives())).toEqual([]);
  });

  it('leaves nothing where it cannot be written', async () => {
    using folder = tempFolder();
    const path = join(folder.path, 'stick.zip');
    await expect(
      writeCarried(path, { packs: [{ sha256: '0'.repeat(64), path: join(folder.path, 'none') }] }),
    ).rejects.toThrow('ENOENT');
    expect(() => readFileSync(path)).toThrow('ENOENT');
    expect(() => readFileSync(`${path}.part`)).toThrow('ENOENT');
  });
});
