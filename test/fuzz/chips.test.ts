import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createAnchorPool } from '../../server/authenticity/anchors.ts';
import { type ChipTrust, checkChip } from '../../server/authenticity/chip/check-chip.ts';
import { readMrzGroup } from '../../server/authenticity/chip/dg1.ts';
import { readFaceGroup, readFaceRecord } from '../../server/authenticity/chip/dg2.ts';
import { readSecurityInfos } from '../../server/authenticity/chip/security-infos.ts';
import { parseSecurityObject } from '../../server/authenticity/chip/security-object.ts';
import { parseSignedData, type SignedData } from '../../server/authenticity/cms/signed-data.ts';
import { collectRevocations } from '../../server/authenticity/crl/crl.ts';
import { toDefinite } from '../../server/authenticity/der/definite.ts';
import { hexOf } from '../../server/authenticity/der/values.ts';
import { readOrNull } from '../../server/authenticity/errors.ts';
import { parseMasterList, verifyMasterList } from '../../server/authenticity/masterlist/master-list.ts';
import { collectTrust, readTrustFile } from '../../server/authenticity/trust-files.ts';
import {
  makeDg1,
  makeDg2,
  makeDg14,
  makeDg15,
  makeNewDg2,
  makeSod,
  makeState,
  type SodOptions,
} from '../support/authenticity/chips.ts';
import { makeCrl, makeLdif, makeMasterList } from '../support/authenticity/signed-data.ts';
import { makeSigner, newPrivateKey, type SignerOptions } from '../support/authenticity/signers.ts';
import { between, bytesOf, fuzzRun, pick } from './run.ts';

const CORPUS = join(process.env['CUSTOS_CORPUS'] ?? '', 'authenticity');
/** No input may take longer. */
const CASE_MS_MAX = 1_000;
/** The heap may hold this much more after all cases than before. */
const HEAP_BYTES_MAX = 128 * 2 ** 20;
const AT = Date.UTC(2026, 0, 1);
const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');
const GROUPS = new Map<number, Buffer>([
  [1, makeDg1()],
  [2, makeDg2(JPEG)],
]);
const NO_LISTS = collectRevocations([]);

/** Something authentic, whose bytes a test alters. */
interface Genuine {
  what: string;
  bytes: Buffer;
  verify(bytes: Buffer): string;
  /** The parts that are signed, and their signatures, in hexadecimal; null: the bytes cannot be read. */
  signedParts(bytes: Buffer): string[] | null;
}

function partsOf(data: SignedData): string[] {
  const [signer] = data.signers;
  const [certificate] = data.certificates;
  const parts = [
    data.content,
    ...(signer?.attributes?.signed ?? []),
    signer?.signature,
    certificate?.tbs,
    certificate?.signature,
  ];
  return parts.map((part) => hexOf(part ?? Buffer.alloc(0)));
}

function genuineSod(what: string, bytes: Buffer, trust: ChipTrust, dataGroups: Map<number, Buffer>): Genuine {
  return {
    what,
    bytes,
    verify: (securityObject) => checkChip({ securityObject, dataGroups }, trust, { atMs: AT }).result,
    signedParts: (altered) => readOrNull(() => partsOf(parseSecurityObject(altered).data)),
  };
}

/** A data group of an authentic chip: every byte of it is signed. */
function genuineGroup(number: number, securityObject: Buffer, trust: ChipTrust): Genuine {
  const verify = (bytes: Buffer): string =>
    checkChip({ securityObject, dataGroups: new Map(GROUPS).set(number, bytes) }, trust, { atMs: AT }).result;
  return { what: `DG${number}`, bytes: GROUPS.get(number) ?? JPEG, verify, signedParts: (bytes) => [hexOf(bytes)] };
}

function makeGenuine(): Genuine[] {
  const kinds: [string, SignerOptions, SignerOptions, SodOptions][] = [
    ['P-256', {}, {}, {}],
    ['RSA', { key: 'rsa-2048' }, { key: 'rsa-2048' }, {}],
    ['RSA-PSS', { key: 'rsa-2048' }, { key: 'rsa-2048', signing: { isPss: true } }, { isPss: true, named: 'key' }],
    [
      'brainpool, written out',
      { key: 'explicit:brainpoolP256r1' },
      { key: 'explicit:brainpoolP224r1' },
      { form: 'ieee-p1363' },
    ],
    ['indefinite lengths', {}, { hasAuthorityKeyId: false }, { isIndefinite: true }],
    ['without attributes', {}, {}, { isBare: true, isUntagged: true }],
  ];
  const chips = kinds.flatMap(([what, csca, signer, options]) => {
    const state = makeState(csca, signer);
    const trust = { anchors: createAnchorPool([state.csca.certificate]), revocations: NO_LISTS };
    const sod = makeSod(GROUPS, state.signer, options);
    return [genuineSod(`SOD, ${what}`, sod, trust, GROUPS), genuineGroup(1, sod, trust), genuineGroup(2, sod, trust)];
  });
  return [...chips, genuineList()];
}

function genuineList(): Genuine {
  const root = makeSigner({ isCa: true, name: 'CSCA', serial: '01' });
  const signer = makeSigner({ issuer: root, extendedKeyUsage: '2.23.136.1.1.3' });
  const pool = createAnchorPool([root.certificate]);
  return {
    what: 'master list',
    bytes: makeMasterList([root.certificate], signer),
    verify: (bytes) => readOrNull(() => verifyMasterList(parseMasterList(bytes), pool).verdict) ?? 'unreadable',
    signedParts: (bytes) => readOrNull(() => partsOf(parseSignedData(bytes))),
  };
}

/** The security objects of the corpus that an anchor of its master lists stands behind, if there is a corpus. */
function genuineOfCorpus(): Genuine[] {
  if (!existsSync(join(CORPUS, 'expected.csv'))) return [];
  const filesIn = (folder: string) => readdirSync(join(CORPUS, folder)).map((name) => join(CORPUS, folder, name));
  const trust = collectTrust(filesIn('masterlists').flatMap((path) => readTrustFile(readFileSync(path)) ?? []));
  return filesIn('sod')
    .map((path) => genuineSod(path.slice(CORPUS.length), readFileSync(path), trust, new Map()))
    .filter(({ bytes, verify }) => verify(bytes) === 'valid');
}

describe('one altered byte', () => {
  const all = [...makeGenuine(), ...genuineOfCorpus()];
  const run = fuzzRun('altered chips and master lists', { share: 150, whole: 10_000 });
  const became = new Map<string, number>();
  afterAll(() => {
    console.info(`altered: ${[...became].map(([what, count]) => `${count} ${what}`).join(', ')}`);
  });

  test('all are authentic before', () => {
    expect(all.map(({ what, bytes, verify }) => [what, verify(bytes)])).toEqual(all.map(({ what }) => [what, 'valid']));
  });

  test('what is signed is never authentic afterwards', { timeout: 30 * 60_000 }, () => {
    for (const { random, hint } of run.cases) {
      const genuine = pick(random, all);
      const bytes = alterByte(genuine.bytes, random);
      const result = genuine.verify(bytes);
      if (result === 'valid') {
        // Such as a version, or the name of a certificate that lies beside: nobody signs them.
        expect(genuine.signedParts(bytes), `${genuine.what}, ${hint}`).toEqual(genuine.signedParts(genuine.bytes));
      }
      const outcome = result === 'valid' ? 'valid, nothing signed was altered' : result;
      became.set(outcome, (became.get(outcome) ?? 0) + 1);
    }
  });
});

function alterByte(bytes: Buffer, random: () => number): Buffer {
  const altered = Buffer.from(bytes);
  const at = between(random, 0, bytes.length - 1);
  altered[at] = (altered[at] ?? 0) ^ (random() < 0.5 ? 1 << between(random, 0, 7) : between(random, 1, 255));
  return altered;
}

test('no bytes crash the readers, or keep them busy', { timeout: 30 * 60_000 }, () => {
  const { csca, signer } = makeState();
  const crl = makeCrl(csca, { revoked: [signer.certificate] });
  const seeds = [
    ...makeGenuine().map(({ bytes }) => bytes),
    Buffer.from(signer.certificate.raw),
    Buffer.from(makeSigner({ key: 'explicit:brainpoolP384r1' }).certificate.raw),
    crl,
    makeLdif([
      { attribute: 'userCertificate;binary', value: signer.certificate.raw },
      { attribute: 'certificateRevocationList;binary', value: crl },
    ]),
    makeNewDg2(JPEG),
    makeDg14('0.4.0.127.0.7.1.1.4.1.3'),
    makeDg15(newPrivateKey('rsa-1024')),
  ];
  const trust = { anchors: createAnchorPool([csca.certificate]), revocations: NO_LISTS };
  const run = fuzzRun('DER, signed data, chips and LDIF', { share: 1_500, whole: 100_000 });
  const startBytes = process.memoryUsage().heapUsed;
  let [slowestMs, read] = [0, 0];
  for (const { random, hint } of run.cases) {
    const bytes = oddBytes(pick(random, seeds), random);
    const start = performance.now();
    const readers: (() => unknown)[] = [
      () => toDefinite(bytes),
      () => readTrustFile(bytes),
      () => readMrzGroup(bytes),
      () => readFaceGroup(bytes),
      () => readFaceRecord(bytes),
      () => readSecurityInfos(bytes),
    ];
    if (readers.filter((reader) => readOrNull(reader) !== null).length > 0) read += 1;
    const dataGroups = new Map([
      [1, bytes],
      [14, bytes],
      [15, bytes],
    ]);
    const activeAnswer = { challenge: bytes.subarray(0, 8), signature: bytes };
    checkChip({ securityObject: bytes, dataGroups, activeAnswer }, trust, { atMs: AT });
    const ms = performance.now() - start;
    slowestMs = Math.max(slowestMs, ms);
    expect(ms, hint).toBeLessThan(CASE_MS_MAX);
  }
  const moreBytes = process.memoryUsage().heapUsed - startBytes;
  console.info(
    `read: ${read} of ${run.count}; slowest: ${slowestMs.toFixed(1)} ms; heap: ${Math.round(moreBytes / 1e6)} MB more`,
  );
  expect(moreBytes).toBeLessThan(HEAP_BYTES_MAX);
});

/** What readers of DER stumble over: long and indefinite lengths, ends of content, long tags, nesting. */
const ODD_PARTS = [
  '3080',
  '0000',
  '30847fffffff',
  '0484ffffffff',
  '3081',
  '5f1f',
  '1f8181',
  'a08030802480',
  '30'.repeat(40),
  '0200',
  '030100',
  '0600',
  '0a3a3a20',
];

/** Random bytes, or genuine ones with parts cut, repeated, or replaced. */
function oddBytes(genuine: Buffer, random: () => number): Buffer {
  if (random() < 0.1) return bytesOf(random, between(random, 0, 300));
  let bytes = Buffer.from(genuine);
  const rounds = between(random, 1, 4);
  for (let round = 0; round < rounds; round++) {
    const at = between(random, 0, bytes.length);
    const end = Math.min(bytes.length, at + between(random, 0, 40));
    const draw = pick(random, [
      () => Buffer.alloc(0),
      () => Buffer.concat([bytes.subarray(at, end), bytes.subarray(at, end)]),
      () => bytesOf(random, end - at),
      () => Buffer.concat([bytesOf(random, 1), bytes.subarray(at + 1, end)]),
      () => Buffer.from(pick(random, ODD_PARTS), 'hex'),
    ]);
    bytes = Buffer.concat([bytes.subarray(0, at), draw(), bytes.subarray(end)]);
  }
  return bytes;
}
