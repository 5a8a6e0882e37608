import { generateKeyPairSync, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ArchivedFile, directory, localHeader, readArchive } from '../../../server/reports/evidence/archive.ts';
import { checkBundle } from '../../../server/reports/evidence/check-file.ts';
import { MANIFEST, SIGNATURE, SIGNED_START, signatureText } from '../../../server/reports/evidence/verify.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const PUBLIC_KEY = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex');
const MANIFEST_TEXT = {
  format: 'custos-evidence',
  format_version: 1,
  subject: { id: 'ver_1' },
  created_at: '2026-01-15T12:00:00.000Z',
  appliance: { version: '0.1.0', public_key: PUBLIC_KEY },
  files: [],
};

function archiveOf(parts: [string, Buffer][]): Uint8Array<ArrayBuffer> {
  const files: ArchivedFile[] = parts.map(([name, data]) => ({ name, size: data.length, crc: crc32(data) }));
  const pieces = parts.flatMap(([, data], at) => [localHeader(files[at] as ArchivedFile), data]);
  return new Uint8Array(Buffer.concat([...pieces, directory(files)]));
}

/** A bundle with only a manifest, signed by the forger. */
function forge(change: object): Uint8Array<ArrayBuffer> {
  const manifest = Buffer.from(JSON.stringify({ ...MANIFEST_TEXT, ...change }));
  const signature = sign(null, Buffer.concat([Buffer.from(SIGNED_START), manifest]), privateKey).toString('hex');
  return archiveOf([
    [MANIFEST, manifest],
    [SIGNATURE, Buffer.from(signatureText(PUBLIC_KEY, signature))],
  ]);
}

describe('a forged bundle', () => {
  it.each([
    ['no appliance', { appliance: null }],
    ['no subject', { subject: null }],
    ['a subject without an id', { subject: {} }],
    ['no file in its list', { files: [null] }],
    ['a number in its list', { files: [1] }],
    ['a path that is none', { files: [{ path: { a: 1 }, size: 1, sha256: '' }] }],
    ['an id that rewrites the screen', { subject: { id: '\u001b[2JEverything holds' } }],
    ['a path that rewrites the screen', { files: [{ path: '\u001b[2J', size: 1, sha256: 'ab' }] }],
  ])('with %s is refused and shown as nothing else', async (_what, change) => {
    const verdict = await checkBundle(forge(change));
    expect(verdict).toMatchObject({ holds: false, about: null });
    expect(JSON.stringify(verdict)).not.toContain('u001b');
  });

  it('that is complete is valid, but only by the key of the forger', async () => {
    expect(await checkBundle(forge({}))).toMatchObject({ holds: true, publicKey: PUBLIC_KEY, about: { id: 'ver_1' } });
  });
});

describe('an archive', () => {
  it('with a name that is not of plain letters is none', () => {
    expect(readArchive(archiveOf([['a.json', Buffer.from('{}')]]))?.fault).toBeNull();
    expect(readArchive(archiveOf([['a\u001b[2J', Buffer.from('{}')]]))).toBeNull();
  });

  it('whose files lie upon each other is refused before they are read again and again', () => {
    const whole = archiveOf([
      ['a', Buffer.from('one')],
      ['b', Buffer.from('two')],
    ]);
    const second = whole.length - 22 - 46 - 1;
    new DataView(whole.buffer).setUint32(second + 42, 0, true);
    expect(readArchive(whole)?.fault).toBe('b is not where it belongs');
  });
});
