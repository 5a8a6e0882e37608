import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../server/lib/errors.ts';
import { filesOf, type UpdateManifest, writeManifest } from '../../../server/updates/manifest.ts';
import { openPack } from '../../../server/updates/read-pack.ts';
import { tempFolder } from '../../support/folder.ts';
import { sampleOf } from '../../support/long.ts';
import { seededRandom, testSeed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';
import { type Entry, makeMaker, signAgain, signedByHand, writePack, writeTree } from '../../support/update-packs.ts';

const NOW = 1_700_000_000_000;
const FLIPS = 40;
const CUTS = rounds(40, 8);
const maker = makeMaker();
const trust = { publicKeys: [makeMaker().publicKey, maker.publicKey], nowMs: NOW };

/** A small pack with a program and a language, on disk. */
async function makePack(folder: string): Promise<string> {
  const tree = join(folder, 'tree');
  writeTree(tree, { version: '0.2.0' }, { launch: '#!/bin/sh\n', 'app/server/cli.js': '// the program\n'.repeat(50) });
  const language = join(folder, 'eng.traineddata');
  writeFileSync(language, 'language data '.repeat(20));
  const path = join(folder, 'a.custos-update');
  await writePack(path, maker, { tree, languages: [language], nowMs: NOW });
  return path;
}

/** The item of the refusal, or null if the pack was opened. Any other error fails the test. */
async function refusal(path: string, against = trust): Promise<{ code: string; sentence: string } | null> {
  try {
    (await openPack(path, against))[Symbol.dispose]();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe('update_invalid');
    return { code: error.details.items?.[0]?.code ?? '', sentence: error.message };
  }
}

describe('an update pack', () => {
  it('is opened where a maker signed it whom this appliance trusts, and gives each file as it was packed', async () => {
    using folder = tempFolder();
    const path = await makePack(folder.path);
    using pack = await openPack(path, trust);
    expect(pack.signedBy).toBe(maker.publicKey);
    expect(pack.manifest.program?.version).toEqual({ from: '0.1.0', to: '0.2.0', least: '0.1.0' });
    const read = await Promise.all(
      filesOf(pack.manifest).map(async (file) => {
        const chunks: Buffer[] = [];
        for await (const chunk of pack.read(file)) chunks.push(chunk);
        return [file.entry, Buffer.concat(chunks).toString()];
      }),
    );
    const machine = `${process.platform}-${process.arch}`;
    expect(Object.fromEntries(read)).toMatchObject({
      [`program/${machine}/launch`]: '#!/bin/sh\n',
      'languages/eng.traineddata': 'language data '.repeat(20),
    });
  });

  it('is refused with any byte of it changed', async () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    using folder = tempFolder();
    const whole = readFileSync(await makePack(folder.path));
    const path = join(folder.path, 'b.custos-update');
    for (const at of sampleOf('Bytes of an update pack', [...whole.keys()], FLIPS)) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      writeFileSync(path, changed);
      const refused = await refusal(path);
      expect(refused?.sentence, `byte ${at}, seed ${seed}`).toMatch(
        /^The update package was refused: .*Nothing was changed\. .+/,
      );
    }
  });

  it('is refused where it was cut off, or something hangs on its end', async () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    using folder = tempFolder();
    const whole = readFileSync(await makePack(folder.path));
    const path = join(folder.path, 'b.custos-update');
    for (let i = 0; i < CUTS; i++) {
      writeFileSync(path, whole.subarray(0, Math.floor(random() * whole.length)));
      expect(await refusal(path), `seed ${seed}`).not.toBeNull();
    }
    writeFileSync(path, Buffer.concat([whole, Buffer.from('x')]));
    expect(await refusal(path)).not.toBeNull();
  });

  it('is refused without a signature, by a stranger, and where nobody is trusted, each with what to do', async () => {
    using folder = tempFolder();
    const path = await makePack(folder.path);
    const stranger = { publicKeys: [makeMaker().publicKey], nowMs: NOW };
    expect(await refusal(path, stranger)).toMatchObject({
      code: 'pack_key_unknown',
      sentence: expect.stringContaining('set CUSTOS_UPDATE_KEYS'),
    });
    expect(await refusal(path, { publicKeys: [], nowMs: NOW })).toMatchObject({ code: 'pack_key_unknown' });
    const whole = readFileSync(path);
    for (let at = whole.indexOf('manifest.sig'); at >= 0; at = whole.indexOf('manifest.sig'))
      whole.write('manifest.txt', at);
    writeFileSync(path, signAgain(whole, maker));
    expect(await refusal(path)).toMatchObject({
      code: 'pack_unsigned',
      sentence: expect.stringContaining('signed package'),
    });
  });

  it('is refused where its time is to come, and where it is no file', async () => {
    using folder = tempFolder();
    const path = await makePack(folder.path);
    expect(await refusal(path, { ...trust, nowMs: NOW - 2 * 24 * 3600 * 1000 })).toMatchObject({
      code: 'pack_invalid',
    });
    expect(await refusal(folder.path)).toMatchObject({ code: 'pack_invalid' });
    expect(await refusal(join(folder.path, 'nowhere'))).toMatchObject({ code: 'pack_invalid' });
  });
});

const file = (name: string, text: string) => ({
  name,
  size: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
});

const manifestOf = (parts: Partial<UpdateManifest>): Buffer =>
  writeManifest({
    id: `upd_${'0'.repeat(26)}`,
    made_at: new Date(NOW).toISOString(),
    program: null,
    lists: [],
    languages: [],
    ...parts,
  });

const language = (name: string, text: string) => ({ code: 'eng', file: file(name, text) });
const tree = (files: string[]) => ({
  version: { from: '0.1.0', to: '0.2.0', least: '0.1.0' },
  trees: [
    {
      platform: 'linux' as const,
      arch: 'x64' as const,
      files: files.map((path) => {
        const { size, sha256 } = file(path, 'x');
        return { path, size, sha256, mode: '644' as const };
      }),
    },
  ],
  installers: [],
});
const inTree = (path: string): Entry => ({ name: `program/linux-x64/${path}`, bytes: Buffer.from('x') });
const ENG = { name: 'languages/eng.traineddata', bytes: Buffer.from('abc') };
const ENG_PART = { languages: [language('eng.traineddata', 'abc')] };
const MEBIBYTE = 1024 * 1024;

describe('a pack that was signed by mistake', () => {
  const mistakes: [string, Buffer, Entry[]][] = [
    ['holds more than its manifest names', manifestOf(ENG_PART), [ENG, { name: 'extra.txt', bytes: Buffer.from('x') }]],
    ['lacks a file', manifestOf({ languages: [language('eng.traineddata', 'abc')], lists: [] }), []],
    ['holds a file twice', manifestOf(ENG_PART), [ENG, ENG]],
    ['holds another content', manifestOf(ENG_PART), [{ ...ENG, bytes: Buffer.from('abd') }]],
    ['unpacks to more than it says', manifestOf(ENG_PART), [{ ...ENG, bytes: Buffer.alloc(64 * MEBIBYTE) }]],
    ['holds a link', manifestOf(ENG_PART), [{ ...ENG, mode: 0o120777 }]],
    ['climbs out of its folder', manifestOf({ program: tree(['../../evil']) }), [inTree('../../evil')]],
    ['climbs out by its archive alone', manifestOf(ENG_PART), [{ ...ENG, name: '../eng.traineddata' }]],
    ['names a device', manifestOf({ program: tree(['app/nul.txt']) }), [inTree('app/nul.txt')]],
    ['names a path of another system', manifestOf({ program: tree(['app\\a']) }), [inTree('app/a')]],
    [
      'names two files apart by capitals alone',
      manifestOf({ program: tree(['a/B', 'A/b']) }),
      [inTree('a/B'), inTree('A/b')],
    ],
    ['names a file that is a folder too', manifestOf({ program: tree(['a', 'a/b']) }), [inTree('a'), inTree('a/b')]],
    ['holds nothing', manifestOf({}), []],
    ['says more than this version knows', Buffer.from('{"form":"custos-update-2"}'), []],
  ];
  it.each(sampleOf('packs signed by mistake', mistakes, 4))(
    'is refused all the same: it %s',
    async (_what, manifest, entries) => {
      using folder = tempFolder();
      const path = join(folder.path, 'a.custos-update');
      writeFileSync(path, await signedByHand(maker, manifest, entries));
      expect(['pack_invalid', 'pack_tampered']).toContain((await refusal(path))?.code);
    },
  );

  it('would be taken if it were made as it should be', async () => {
    using folder = tempFolder();
    const path = join(folder.path, 'a.custos-update');
    writeFileSync(path, await signedByHand(maker, manifestOf(ENG_PART), [ENG]));
    expect(await refusal(path)).toBeNull();
  });
});
