import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineError } from '../../../models/ports.ts';
import { loadConfig } from '../../../server/appliance/config.ts';
import { cborEncoded } from '../../../server/authenticity/cbor/write.ts';
import { derOf } from '../../../server/authenticity/der/write.ts';
import { authenticityCommand } from '../../../server/commands/authenticity/command.ts';
import { encodeCbor } from '../../support/authenticity/cbor.ts';
import {
  makeDg1,
  makeDg2,
  makeDg14,
  makeDg15,
  makeFaceRecord,
  makeSod,
  makeState,
} from '../../support/authenticity/chips.ts';
import { makeMdoc, TRANSCRIPT } from '../../support/authenticity/mdocs.ts';
import { makeCrl, makeLdif, makeMasterList } from '../../support/authenticity/signed-data.ts';
import { makeSigner, newPrivateKey } from '../../support/authenticity/signers.ts';
import { fakeEngines } from '../../support/fake-engines.ts';

const folder = mkdtempSync(join(tmpdir(), 'custos-authenticity-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');
const JPEG_2000 = Buffer.from('0000000c6a5020200d0a870a', 'hex');
/** Fingerprints: whatever is inside is never read. */
const DG3 = Buffer.from(derOf(0x63, Buffer.from('not BER at all')));
const STATE = makeState();
const GROUPS = new Map<number, Buffer>([
  [1, makeDg1()],
  [2, makeDg2(JPEG)],
  [3, DG3],
]);

function put(path: string, bytes: Uint8Array | string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), bytes);
}

interface Source {
  files: { path: string; sha256: string }[];
  kind: string | null;
  result: string;
  reasons: string[];
  steps: Record<string, string>;
  details: Record<string, unknown>;
}

async function run(...args: string[]): Promise<{ status: number; sources: Source[]; err: string }> {
  const told = { out: '', err: '' };
  const add = (to: 'out' | 'err') => (text: string) => {
    told[to] += text;
  };
  const io = { out: add('out'), err: add('err'), cwd: folder };
  const fake = fakeEngines();
  const decodeJpeg2000 = (file: Uint8Array) =>
    file.length > JPEG_2000.length
      ? Promise.reject(new EngineError('bad_input', 'It is damaged.'))
      : Promise.resolve({ width: 30, height: 40, pixels: new Uint8Array(3_600) });
  const engines = { ...fake, image: { ...fake.image, decodeJpeg2000 } };
  const status = await authenticityCommand(
    loadConfig({}, () => null),
    ['authenticity', ...args],
    io,
    () => ({ engines }),
  );
  return {
    status,
    sources: told.out === '' ? [] : (JSON.parse(told.out) as { sources: Source[] }).sources,
    err: told.err,
  };
}

const resultsOf = (sources: Source[]) =>
  Object.fromEntries(
    sources.map(({ files, kind, result }) => [files[0]?.path.slice(folder.length + 1), [kind, result]]),
  );

describe('custos authenticity verify', () => {
  beforeAll(() => {
    for (const [number, bytes] of GROUPS) put(`chip/DG${number}.bin`, bytes);
    put('chip/EF_SOD.bin', makeSod(GROUPS, STATE.signer));
    put('trust/csca.cer', STATE.csca.certificate.raw);
    const signer = makeSigner({ issuer: STATE.csca, extendedKeyUsage: '2.23.136.1.1.3' });
    put('lists/list.ml', makeMasterList([STATE.csca.certificate], signer));
    put('lists/list.crl', makeCrl(STATE.csca));
    put('lists/icao.ldif', makeLdif([{ attribute: 'userCertificate;binary', value: STATE.signer.certificate.raw }]));
    put('alone/DG1.bin', makeDg1());
    put('alone/DG2.bin', makeDg2(JPEG));
    put('alone/DG3.bin', DG3);
    put('alone/DG14.bin', makeDg14('1.2.3'));
    put('alone/DG15.bin', makeDg15(newPrivateKey('prime256v1')));
    put('alone/broken.bin', derOf(0x75, Buffer.from('0200', 'hex')));
    put('alone/com.bin', derOf(0x60, Buffer.from('0200', 'hex')));
    put('alone/face.bin', makeFaceRecord([JPEG]));
    put('alone/face.jp2', JPEG_2000);
    put('alone/torn.jp2', Buffer.concat([JPEG_2000, JPEG]));
    put('alone/face.jpg', JPEG);
    put('alone/text.txt', Buffer.from('a text'));
  });

  test('verifies the files of a chip together, against what is trusted', async () => {
    const { status, sources } = await run('verify', 'chip', '--trust', 'trust', '--at', '2026-01-01');
    expect(status).toBe(0);
    expect(sources).toHaveLength(1);
    expect(sources[0]).toMatchObject({
      kind: 'chip',
      result: 'valid',
      reasons: ['chip_revocation_unknown', 'chip_copy_not_excluded', 'chip_authentic'],
      details: {
        data_groups: { 1: 'successful', 2: 'successful', 3: 'successful' },
        document: { issuing_country: 'UTO' },
      },
    });
    expect(sources[0]?.files).toHaveLength(4);
    const later = await run('verify', 'chip', '--trust', 'trust', '--at', '2041-01-01');
    expect(later.sources[0]?.reasons).toContain('chip_signer_expired');
  });

  test('calls nothing valid without trust, and one file is enough', async () => {
    expect(resultsOf((await run('verify', 'chip')).sources)).toEqual({ 'chip/EF_SOD.bin': ['chip', 'signer_unknown'] });
    expect(resultsOf((await run('verify', 'chip/EF_SOD.bin', '--trust', 'lists')).sources)).toEqual({
      'chip/EF_SOD.bin': ['sod', 'signer_unknown'],
    });
    const alone = await run('verify', 'chip/EF_SOD.bin', '--trust', 'trust/csca.cer');
    expect(resultsOf(alone.sources)).toEqual({ 'chip/EF_SOD.bin': ['sod', 'valid'] });
  });

  test('verifies a mobile document in the session beside it', async () => {
    const { response, iaca } = makeMdoc();
    put('issuers/iaca.cer', iaca.certificate.raw);
    put('mdoc/response.cbor', response);
    const alone = await run('verify', 'mdoc', '--trust', 'issuers', '--at', '2026-01-01');
    expect(alone.sources).toMatchObject([{ result: 'valid', steps: { device_authentication: 'undetermined' } }]);
    // As text too, and with its tag.
    put('mdoc/session.hex', Buffer.from(cborEncoded(TRANSCRIPT)).toString('hex'));
    const { sources } = await run('verify', 'mdoc', '--trust', 'issuers', '--at', '2026-01-01');
    expect(sources).toMatchObject([{ result: 'valid', steps: { device_authentication: 'successful' } }]);
    expect(sources[0]?.files).toHaveLength(2);
    put('mdoc/session.hex', encodeCbor([null, null, ['another session']]));
    const other = await run('verify', 'mdoc', '--trust', 'issuers', '--at', '2026-01-01');
    expect([other.status, other.sources[0]?.reasons]).toEqual([1, ['mdoc_device_signature_invalid']]);
    const lone = await run('verify', 'mdoc/session.hex');
    expect(lone.sources).toMatchObject([{ kind: 'session_transcript', result: 'parsed' }]);
    // Which of two documents was sent in the session is not known.
    put('mdoc/second.cbor', makeMdoc().response);
    expect((await run('verify', 'mdoc')).sources.map(({ kind }) => kind).sort()).toEqual([
      'mdoc',
      'mdoc',
      'session_transcript',
    ]);
  });

  test('ends with 1 where a source is invalid', async () => {
    put('altered/EF_SOD.bin', makeSod(GROUPS, STATE.signer));
    put('altered/DG1.bin', makeDg1(['A'.repeat(44), 'B'.repeat(44)]));
    const { status, sources } = await run('verify', 'altered', '--trust', 'trust');
    expect([status, sources[0]?.result]).toEqual([1, 'invalid']);
  });

  test('verifies and reads lists of trust', async () => {
    expect(resultsOf((await run('verify', 'lists', '--trust', 'trust')).sources)).toEqual({
      'lists/icao.ldif': ['ldif', 'parsed'],
      'lists/list.crl': ['crl', 'parsed'],
      'lists/list.ml': ['master_list', 'valid'],
    });
    expect(resultsOf((await run('verify', 'lists/list.ml')).sources)).toEqual({
      'lists/list.ml': ['master_list', 'signer_unknown'],
    });
  });

  test('reads single files by what they hold, and fingerprints not at all', async () => {
    const { sources } = await run('verify', 'alone');
    expect(resultsOf(sources)).toEqual({
      'alone/DG1.bin': ['dg1', 'parsed'],
      'alone/DG14.bin': ['dg14', 'parsed'],
      'alone/DG15.bin': ['dg15', 'parsed'],
      'alone/DG2.bin': ['dg2', 'parsed'],
      'alone/DG3.bin': ['dg3', 'parsed'],
      'alone/broken.bin': ['dg2', 'invalid'],
      'alone/com.bin': ['com', 'parsed'],
      'alone/face.bin': ['face_record', 'parsed'],
      'alone/face.jp2': ['jpeg2000', 'parsed'],
      'alone/face.jpg': ['jpeg', 'parsed'],
      'alone/text.txt': [null, 'unsupported'],
      'alone/torn.jp2': ['jpeg2000', 'invalid'],
    });
    const [dg3] = sources.filter(({ kind }) => kind === 'dg3');
    expect(dg3).toMatchObject({ details: {}, files: [{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }] });
    expect(JSON.stringify(sources)).not.toContain('ERIKSSON');
  });

  test.each([
    [[], 'Use: custos authenticity verify'],
    [['verify'], 'Use: custos authenticity verify'],
    [['verify', 'chip', '--at', 'today'], '--at takes a date'],
    [['verify', 'nowhere'], 'There is no file'],
    [['verify', 'chip', '--other'], '--other'],
  ])('explains %j', async (args, why) => {
    const { status, err } = await run(...args);
    expect(status).toBe(2);
    expect(err).toContain(why);
  });
});
