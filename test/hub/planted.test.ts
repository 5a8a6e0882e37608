import { readdirSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { transact } from '../../server/hub/db/transact.ts';
import { readHistory } from '../../server/hub/record-history.ts';
import { must } from '../../server/lib/assert.ts';
import { openCarried } from '../../server/parcel/carried.ts';
import { openParcel } from '../../server/parcel/parcel.ts';
import { plantCompany, planter, plantPerson, plantWords } from '../integration/planting.ts';
import { tempFolder } from '../support/folder.ts';
import { describeHub } from '../support/hub/database.ts';
import { contact, joinedAppliance, type ListeningHub, listeningHub } from '../support/hub/joined.ts';
import { filesBelow, formsOf } from '../support/planted.ts';
import type { TestServer } from '../support/server.ts';

/** In every planted word. */
const MARK = 'Qvzkjmark';
const FORMS = [MARK, '33699418273', 'XK93TBQ42'].flatMap(formsOf);
const isLeak = (bytes: Buffer | string): boolean => FORMS.some((form) => Buffer.from(bytes).includes(form));

/** Collects what this process writes to sockets, before TLS encrypts it: the appliance to the hub, the hub to the appliance and to PostgreSQL. */
function listenIn(): { bytes(): Buffer } & Disposable {
  const pieces: Buffer[] = [];
  const keep = (piece: unknown, encoding: unknown): void => {
    if (typeof piece === 'string') pieces.push(Buffer.from(piece, encoding as BufferEncoding));
    else if (piece instanceof Uint8Array) pieces.push(Buffer.from(piece));
  };
  const { _write: write, _writev: writev } = Socket.prototype;
  const one = vi.spyOn(Socket.prototype, '_write').mockImplementation(function (this: Socket, piece, encoding, done) {
    keep(piece, encoding);
    write.call(this, piece, encoding, done);
  });
  const many = vi.spyOn(Socket.prototype, '_writev').mockImplementation(function (this: Socket, chunks, done) {
    for (const { chunk, encoding } of chunks) keep(chunk, encoding);
    must(writev, 'sockets write many').call(this, chunks, done);
  });
  return {
    bytes: () => Buffer.concat(pieces),
    [Symbol.dispose]() {
      one.mockRestore();
      many.mockRestore();
    },
  };
}

/** What the entries of sealed parcels say, opened with the hub's own key. */
async function opened({ hub }: ListeningHub, { appliance }: TestServer, parcels: Iterable<Buffer>): Promise<string> {
  const texts: string[] = [];
  for (const parcel of parcels) {
    const content = await openParcel(parcel, appliance.keys.signing.publicKey, () => hub.keys.newest().sealing);
    texts.push(JSON.stringify(content));
  }
  return texts.join('\n');
}

async function parcelsOn(stick: string): Promise<Buffer[]> {
  using file = await openCarried(stick);
  const parcels: Buffer[] = [];
  for await (const parcel of file.parcels()) parcels.push(parcel);
  return parcels;
}

describeHub('personal data', (program) => {
  test('leaves the appliance neither over TLS, nor on a stick, nor for the database of the hub', async () => {
    await using hub = await listeningHub(program);
    using folder = tempFolder();
    await using joined = await joinedAppliance(hub, { folder: folder.path });
    const { server, branch } = joined;
    const words = planter(MARK);
    const person = await plantPerson(server, words);
    const company = await plantCompany(server, words);
    await server.settle();
    await plantWords(server, `/v1/verifications/${person}`, words);
    await plantWords(server, `/v1/kyb/verifications/${company}`, words);
    await server.settle();
    expect(words.words.length).toBeGreaterThan(100);

    // The stick first: its parcels wait in the folder, too.
    const stick = await server.appliance.uplink.writeFile('test');
    const uplinkFolder = join(folder.path, 'data', 'uplink');
    const waiting = readdirSync(uplinkFolder)
      .filter((name) => name.endsWith('.parcel'))
      .map((name) => readFileSync(join(uplinkFolder, name)));
    const carried = await parcelsOn(stick.path);
    expect(carried.length).toBeGreaterThan(0);
    expect(waiting.length).toBeGreaterThan(0);
    for (const parcels of [carried, waiting]) {
      const text = await opened(hub, server, parcels);
      expect(text).toContain(person);
      expect(text).toContain(company);
      expect(isLeak(text)).toBe(false);
    }
    expect(isLeak(readFileSync(stick.path))).toBe(false);
    expect(
      filesBelow(uplinkFolder)
        .filter(({ bytes }) => isLeak(bytes))
        .map(({ path }) => path),
    ).toEqual([]);

    using heard = listenIn();
    await contact(server);
    const bytes = heard.bytes();
    expect(bytes.includes(Buffer.from('POST /hub/v1/parcels'))).toBe(true);
    // What goes to PostgreSQL is not sealed, so the listening works.
    expect(bytes.includes(Buffer.from(person))).toBe(true);
    expect(isLeak(bytes)).toBe(false);

    const dump = await hub.database.dump();
    expect(dump).toContain(person);
    expect(isLeak(dump)).toBe(false);
    // Sealed contents, too.
    const history = await transact(hub.hub.pool, [branch], async (tx) =>
      JSON.stringify([await readHistory(tx, hub.hub, branch, person), await readHistory(tx, hub.hub, branch, company)]),
    );
    expect(history).toContain('"state"');
    expect(isLeak(history)).toBe(false);
    expect(
      isLeak(
        filesBelow(hub.keysFolder)
          .map(({ bytes: file }) => file.toString('latin1'))
          .join('\n'),
      ),
    ).toBe(false);
    expect(isLeak(server.logged.join('\n'))).toBe(false);
  });
});
