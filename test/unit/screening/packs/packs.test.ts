import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { makeSigningPair, readPrivateKey, signBytes } from '../../../../server/screening/packs/signing.ts';
import { writePack } from '../../../../server/screening/packs/write-pack.ts';
import { activeVersions, listVersions } from '../../../../server/screening/store/versions.ts';
import { writeSmallList } from '../../../support/lists.ts';
import { inWholeRunAlone } from '../../../support/long.ts';
import { NOW_MS, openScreening } from '../setup.ts';

const { privateKeyPem, publicKey } = makeSigningPair();
const privateKey = readPrivateKey(privateKeyPem);
const DAY_MS = 24 * 3600 * 1000;

type Screening = ReturnType<typeof openScreening>;

/** Writes a pack of the small list and a second one. */
async function makePack(screening: Screening, name = 'a.zip', nowMs = NOW_MS): Promise<string> {
  const path = join(screening.dir, name);
  const second = screening.write('second.csv', 'id,name\n1,Odo Fenwright\n');
  const lists = [
    { paths: [writeSmallList(screening.dir)] },
    { paths: [second], code: 'mine', publishedAt: '2025-06-01' },
  ];
  await writePack(path, lists, { privateKey, nowMs });
  return path;
}

/** Writes an archive with exactly these members. */
async function zip(path: string, members: Record<string, Buffer | string>): Promise<string> {
  const file = new ZipFile();
  for (const [name, content] of Object.entries(members)) file.addBuffer(Buffer.from(content), name);
  file.end();
  await pipeline(file.outputStream as Readable, createWriteStream(path));
  return path;
}

interface Told {
  code?: string;
  name?: string;
  size?: number;
  hash?: string;
  file?: string;
}

/** A manifest of one list with these false values in it. */
function manifestOf(content: string, told: Told = {}): Buffer {
  const file = {
    name: told.file ?? 'l/l.csv',
    sha256: told.hash ?? createHash('sha256').update(content).digest('hex'),
    size_bytes: told.size ?? content.length,
  };
  const list = { code: told.code ?? 'l', name: told.name ?? 'L', published_at: null, files: [file] };
  return Buffer.from(JSON.stringify({ form: 'custos-pack-1', created_at: '2025-06-01T00:00:00Z', lists: [list] }));
}

/** Members of an archive, signed with the trusted key. */
const signed = (manifest: Buffer, files: Record<string, string>): Record<string, Buffer | string> => ({
  'manifest.json': manifest,
  'manifest.sig': signBytes(manifest, privateKey),
  ...files,
});

async function refusalOf(screening: Screening, path: string): Promise<string> {
  const lists = await screening.lists();
  const failure = await lists.importPack(path, {}, 'cli').then(
    () => 'taken',
    (error) => `${error.details?.items?.[0]?.code}: ${error.message}`,
  );
  await lists.settled();
  if (failure !== 'taken') {
    expect(listVersions(screening.db)).toEqual([]);
    expect(screening.db.prepare('SELECT count(*) FROM watchlist_records').pluck().get()).toBe(0);
    expect(existsSync(join(screening.dir, 'unpacked'))).toBe(false);
  }
  return failure;
}

test('every list of a pack comes into force at once', async () => {
  using screening = openScreening([publicKey]);
  const lists = await screening.lists();
  const results = await lists.importPack(await makePack(screening), {}, 'cli');
  expect(results.map(({ code, entries, created }) => [code, entries, created])).toEqual([
    ['small_list', 4, true],
    ['mine', 1, true],
  ]);
  expect(activeVersions(screening.db).map(({ code, name, publishedAt }) => [code, name, publishedAt])).toEqual([
    ['mine', 'second', '2025-06-01'],
    ['small_list', 'small-list', null],
  ]);
  expect(screening.changes()).toBe(1);
  expect(readdirSync(screening.dir)).not.toContain('unpacked');
});

test('the same pack again changes nothing, and a list of it is the same as without the pack', async () => {
  using screening = openScreening([publicKey]);
  const plain = await screening.importList({ paths: [writeSmallList(screening.dir)] });
  const lists = await screening.lists();
  const path = await makePack(screening);
  const results = await lists.importPack(path, {}, 'cli');
  expect(results.map(({ created }) => created)).toEqual([false, true]);
  expect(results[0]?.id).toBe(plain.id);
  expect((await lists.importPack(path, {}, 'cli')).map(({ created }) => created)).toEqual([false, false]);
});

test('an older pack of a list is refused, a newer one is taken', async () => {
  using screening = openScreening([publicKey]);
  const lists = await screening.lists();
  const old = await makePack(screening, 'old.zip', NOW_MS - DAY_MS);
  await lists.importPack(await makePack(screening, 'new.zip'), {}, 'cli');
  await expect(lists.importPack(old, {}, 'cli')).rejects.toMatchObject({
    details: { items: [{ code: 'pack_older' }] },
  });
  expect(await lists.importPack(await makePack(screening, 'newer.zip', NOW_MS + 1), {}, 'cli')).toHaveLength(2);
});

test('a pack is taken whole or not at all', async () => {
  using screening = openScreening([publicKey]);
  const good = { code: 'good', paths: [writeSmallList(screening.dir)] };
  const broken = { code: 'broken', paths: [screening.write('b.csv', 'name,type\nx,balloon\n')] };
  const path = join(screening.dir, 'a.zip');
  await writePack(path, [good, broken], { privateKey, nowMs: NOW_MS });
  expect(await refusalOf(screening, path)).toContain('line 2');
});

test('what no trusted key has signed is refused', async () => {
  using trusting = openScreening([publicKey]);
  const content = 'id,name\n1,x\n';
  const manifest = manifestOf(content);
  const unsigned = await zip(join(trusting.dir, 'u.zip'), { 'manifest.json': manifest, 'l/l.csv': content });
  expect(await refusalOf(trusting, unsigned)).toMatch(/^pack_unsigned: The pack was refused: it is not signed/);
  const plain = await zip(join(trusting.dir, 'p.zip'), { 'l/l.csv': content });
  expect(await refusalOf(trusting, plain)).toMatch(/^pack_invalid: .*not contain manifest\.json/);
  using other = openScreening([makeSigningPair().publicKey]);
  expect(await refusalOf(other, await makePack(other))).toMatch(/^pack_key_unknown: /);
  using nobody = openScreening();
  expect(await refusalOf(nobody, await makePack(nobody))).toMatch(/^pack_key_unknown: .*Set CUSTOS_PACK_KEYS/);
});

test('the signature is of the very manifest', async () => {
  using screening = openScreening([publicKey]);
  const content = 'id,name\n1,x\n';
  const members = signed(manifestOf(content), { 'l/l.csv': content });
  const changed = { ...members, 'manifest.json': manifestOf(content, { name: 'Another' }) };
  expect(await refusalOf(screening, await zip(join(screening.dir, 'a.zip'), changed))).toMatch(/^pack_key_unknown: /);
  const cut = { ...members, 'manifest.sig': (members['manifest.sig'] as Buffer).subarray(0, 63) };
  expect(await refusalOf(screening, await zip(join(screening.dir, 'b.zip'), cut))).toMatch(/^pack_key_unknown: /);
  const long = { ...members, 'manifest.sig': Buffer.alloc(65) };
  expect(await refusalOf(screening, await zip(join(screening.dir, 'c.zip'), long))).toMatch(/^pack_tampered: /);
  expect(await refusalOf(screening, await zip(join(screening.dir, 'd.zip'), members))).toBe('taken');
});

const CONTENT = 'id,name\n1,Odo\n';
/** A manifest with changed or additional fields. */
const withMore = (fields: object): Buffer =>
  Buffer.from(JSON.stringify({ ...JSON.parse(manifestOf(CONTENT).toString('utf8')), ...fields }));
test.each<[string, Buffer, Record<string, string>, string]>([
  [
    'another file',
    manifestOf(CONTENT),
    { 'l/l.csv': 'id,name\n1,Ida\n' },
    'pack_tampered: .*does not match the signature',
  ],
  ['a missing file', manifestOf(CONTENT), {}, 'pack_tampered: .*is missing'],
  [
    'a file too many',
    manifestOf(CONTENT),
    { 'l/l.csv': CONTENT, 'l/more.csv': 'x' },
    'pack_tampered: .*not in its manifest',
  ],
  [
    'a bomb',
    manifestOf(CONTENT),
    { 'l/l.csv': ' '.repeat(5_000_000) },
    'pack_tampered: .*larger than its manifest allows',
  ],
  [
    'a name that climbs',
    manifestOf(CONTENT, { file: '../l.csv' }),
    { 'l/l.csv': CONTENT },
    'pack_invalid: .*its manifest',
  ],
  [
    'an absolute name',
    manifestOf(CONTENT, { file: '/tmp/l.csv' }),
    { 'l/l.csv': CONTENT },
    'pack_invalid: .*its manifest',
  ],
  [
    'a size beyond all limits',
    manifestOf(CONTENT, { size: 1e12 }),
    { 'l/l.csv': CONTENT },
    'pack_invalid: .*its manifest',
  ],
  ['no JSON', Buffer.from('{'), {}, 'pack_invalid: .*its manifest'],
  ['a field that nobody knows', withMore({ more: 1 }), { 'l/l.csv': CONTENT }, 'pack_invalid: .*its manifest'],
  ['no list', withMore({ lists: [] }), {}, 'pack_invalid: .*its manifest.*Get it'],
  ['no word of lists', withMore({ lists: undefined }), {}, 'pack_invalid: .*its manifest'],
  ['another form', withMore({ form: 'custos-pack-2' }), { 'l/l.csv': CONTENT }, 'pack_invalid: .*its manifest'],
])('a pack with %s is refused', async (_, manifest, files, message) => {
  using screening = openScreening([publicKey]);
  const path = await zip(join(screening.dir, 'a.zip'), signed(manifest, files));
  expect(await refusalOf(screening, path)).toMatch(new RegExp(`^${message}`));
});

test('a pack that is not there, and what is no file, is refused as what it is', async () => {
  using screening = openScreening([publicKey]);
  expect(await refusalOf(screening, join(screening.dir, 'none.zip'))).toMatch(
    /^pack_invalid: .*cannot be opened.*Check/,
  );
  expect(await refusalOf(screening, screening.dir)).toMatch(/^pack_invalid: .*is not a file/);
});

test('two files of a pack whose names differ in capitals alone are refused', async () => {
  using screening = openScreening([publicKey]);
  const manifest = JSON.parse(manifestOf(CONTENT).toString('utf8'));
  const [file] = manifest.lists[0].files;
  manifest.lists[0].files.push({ ...file, name: 'l/L.csv' });
  const members = signed(Buffer.from(JSON.stringify(manifest)), { 'l/l.csv': CONTENT, 'l/L.csv': CONTENT });
  expect(await refusalOf(screening, await zip(join(screening.dir, 'a.zip'), members))).toMatch(/^pack_invalid: /);
});

test('a link in a pack is a file like any other', async () => {
  using screening = openScreening([publicKey]);
  const file = new ZipFile();
  const target = '/etc/passwd';
  for (const [name, content] of Object.entries(signed(manifestOf(target), { 'l/l.csv': target }))) {
    file.addBuffer(Buffer.from(content), name, { mode: name.startsWith('l/') ? 0o120777 : 0o100644 });
  }
  file.end();
  const path = join(screening.dir, 'a.zip');
  await pipeline(file.outputStream as Readable, createWriteStream(path));
  expect(await refusalOf(screening, path)).toMatch(/l\.csv: the format is not supported/);
});

test('a pack from the future is refused', async () => {
  using screening = openScreening([publicKey]);
  expect(await refusalOf(screening, await makePack(screening, 'a.zip', NOW_MS + 2 * DAY_MS))).toMatch(
    /^pack_invalid: .*in the future/,
  );
});

test('a file name in the archive that climbs out of it is refused', async () => {
  using screening = openScreening([publicKey]);
  const path = await zip(
    join(screening.dir, 'a.zip'),
    signed(manifestOf(CONTENT), { 'l/l.csv': CONTENT, 'xx/evil.csv': 'x' }),
  );
  const bytes = readFileSync(path);
  const climbing = Buffer.from(bytes.toString('latin1').replaceAll('xx/evil.csv', '../evil.csv'), 'latin1');
  writeFileSync(path, climbing);
  expect(await refusalOf(screening, path)).toMatch(/^pack_invalid: /);
});

test(
  'whatever is cut off or changed in a pack, nothing else than what was signed is imported',
  inWholeRunAlone('7 s'),
  async () => {
    using screening = openScreening([publicKey]);
    const path = await zip(join(screening.dir, 'a.zip'), signed(manifestOf(CONTENT), { 'l/l.csv': CONTENT }));
    const bytes = readFileSync(path);
    const lists = await screening.lists();
    const outcomes = { refused: 0, taken: 0 };
    const broken = join(screening.dir, 'broken.zip');
    for (let place = 0; place < bytes.length; place++) {
      for (const changed of [bytes.subarray(0, place), Buffer.from(bytes)]) {
        if (changed.length === bytes.length) changed[place] = (changed[place] ?? 0) ^ 0x55;
        writeFileSync(broken, changed);
        const taken = await lists.importPack(broken, {}, 'cli').then(
          () => true,
          (error) => {
            expect(error).toMatchObject({ code: 'list_invalid' });
            return false;
          },
        );
        outcomes[taken ? 'taken' : 'refused'] += 1;
        expect(changed.length < bytes.length && taken, `cut at ${place}`).toBe(false);
      }
    }
    // Changing a time stamp in the archive's directory does not change its content.
    expect(outcomes.refused).toBeGreaterThan(outcomes.taken);
    for (const entry of screening.entries()) expect(entry).toMatchObject({ sourceId: '1', names: [{ name: 'Odo' }] });
    expect(listVersions(screening.db).length).toBeLessThanOrEqual(1);
  },
);

test('two lists of one code are no pack, and no half of it is written', async () => {
  using screening = openScreening([publicKey]);
  const list = { paths: [writeSmallList(screening.dir)] };
  const path = join(screening.dir, 'a.zip');
  await expect(writePack(path, [list, list], { privateKey, nowMs: NOW_MS })).rejects.toThrow('its manifest');
  expect(readdirSync(screening.dir).filter((name) => name.startsWith('a.zip'))).toEqual([]);
});

test('a signing key is one of Ed25519 alone', () => {
  expect(() => readPrivateKey('no key')).toThrow('This is not a signing key');
  expect(Buffer.from(publicKey, 'base64')).toHaveLength(32);
});
