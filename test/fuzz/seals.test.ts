import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readCbor } from '../../server/authenticity/cbor/read.ts';
import { readOrNull } from '../../server/authenticity/errors.ts';
import { verifySeal } from '../../server/authenticity/seal/verify.ts';
import { certificateOfFile } from '../../server/authenticity/x509/certificate.ts';
import {
  type Genuine,
  genuineAadhaar,
  genuineMdoc,
  genuineSeal,
  genuineVical,
  makeGenuine,
  sealAnchors,
} from '../support/authenticity/altered.ts';
import { between, bytesOf, type FuzzCase, fuzzRun, pick } from './run.ts';

const CORPUS = join(process.env['CUSTOS_CORPUS'] ?? '', 'authenticity');
/** No input may take longer. */
const CASE_MS_MAX = 1_000;
const NOBODY = sealAnchors([]);

/** The authentic seals, mobile documents and lists of the corpus, if there is one. */
function genuineOfCorpus(): Genuine[] {
  if (!existsSync(join(CORPUS, 'expected.csv'))) return [];
  const file = (path: string): Buffer => readFileSync(join(CORPUS, path));
  const certificates = (folder: string, of: RegExp) =>
    readdirSync(join(CORPUS, folder))
      .filter((name) => of.test(name))
      .flatMap((name) => certificateOfFile(file(`${folder}/${name}`)));
  const anchors = sealAnchors(certificates('vds/signers', /./), [], certificates('aadhaar', /\.(?:cer|pem)$/));
  const { testQRData } = JSON.parse(file('aadhaar/test.json').toString('utf8')) as { testQRData: string };
  const vds = ['arrivalAttestation', 'permanentResidencePermit', 'residentPermit', 'socialInsurance'];
  return [
    ...vds.map((name) => genuineSeal(`VDS ${name}`, file(`vds/${name}.bin`), anchors)),
    genuineSeal('IDB Visa', file('idb/Visa.txt'), anchors),
    genuineAadhaar(testQRData, anchors),
    genuineMdoc(
      'mdoc of a wallet',
      file('mdoc/animo-mdoc-05/deviceResponse.cbor'),
      certificates('mdoc/animo-mdoc-05', /^issuerCertificate/).filter(({ isCa }) => isCa),
    ),
    genuineVical('VICAL of AAMVA', file('vical/aamva.cbor'), certificates('vical', /root/)),
  ];
}

describe('one altered byte', () => {
  const all = [...makeGenuine(), ...genuineOfCorpus()];
  const run = fuzzRun('altered seals and mobile documents', { share: 1_500, whole: 10_000 });
  const became = new Map<string, number>();
  afterAll(() => {
    console.info(`altered: ${[...became].map(([what, count]) => `${count} ${what}`).join(', ')}`);
  });

  test('they are authentic before', () => {
    expect(all.map(({ what, bytes, verify }) => [what, verify(bytes)])).toEqual(all.map(({ what }) => [what, 'valid']));
  });

  test('what is signed is never authentic afterwards', { timeout: 30 * 60_000 }, () => {
    for (const { random, hint } of run.cases) {
      const genuine = pick(random, all);
      const bytes = alterByte(genuine.bytes, random);
      const result = genuine.verify(bytes);
      const parts = genuine.signedParts(genuine.bytes) ?? [];
      // A holder may leave elements out, but show no other ones.
      const isTouched = genuine.signedParts(bytes)?.some((part) => !parts.includes(part)) ?? true;
      expect(result === 'valid' && isTouched, `${genuine.what}, ${hint}`).toBe(false);
      const outcome = result === 'valid' ? 'valid, nothing signed was altered' : result;
      became.set(outcome, (became.get(outcome) ?? 0) + 1);
    }
  });
});

/** Another value of one byte: in texts mostly another character of the text, so that it can still be read. */
function alterByte(bytes: Buffer, random: () => number): Buffer {
  const altered = Buffer.from(bytes);
  const at = between(random, 0, bytes.length - 1);
  const old = altered[at] ?? 0;
  const other = random() < 0.5 ? old ^ (1 << between(random, 0, 7)) : pick(random, [...bytes]);
  altered[at] = other === old ? old ^ 1 : other;
  return altered;
}

test('no bytes crash the readers, or keep them busy', { timeout: 30 * 60_000 }, () => {
  const all = makeGenuine();
  const run = fuzzRun('CBOR, seals and mobile documents', { share: 5_000, whole: 100_000 });
  const startBytes = process.memoryUsage().heapUsed;
  let slowestMs = 0;
  for (const one of run.cases) {
    const genuine = pick(one.random, all);
    const bytes = oddBytes(genuine.bytes, one);
    const start = performance.now();
    genuine.signedParts(bytes);
    readOrNull(() => readCbor(bytes));
    verifySeal({ text: bytes.toString('latin1'), bytes }, NOBODY, 0);
    const ms = performance.now() - start;
    slowestMs = Math.max(slowestMs, ms);
    expect(ms, one.hint).toBeLessThan(CASE_MS_MAX);
  }
  console.info(
    `slowest: ${slowestMs.toFixed(1)} ms; heap: ${Math.round((process.memoryUsage().heapUsed - startBytes) / 1e6)} MB more`,
  );
});

/** Random bytes, or genuine ones with parts cut, repeated, or replaced by what readers stumble over. */
function oddBytes(genuine: Buffer, { random }: FuzzCase): Buffer {
  if (random() < 0.1) return bytesOf(random, between(random, 0, 300));
  let bytes = Buffer.from(genuine);
  const rounds = between(random, 1, 6);
  for (let round = 0; round < rounds; round++) {
    const at = between(random, 0, bytes.length);
    const end = Math.min(bytes.length, at + between(random, 0, 40));
    const middle = pick(random, [
      () => Buffer.alloc(0),
      () => Buffer.concat([bytes.subarray(at, end), bytes.subarray(at, end)]),
      () => bytesOf(random, end - at),
      () => Buffer.from(pick(random, ODD_PARTS), 'hex'),
    ])();
    bytes = Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(end)]);
  }
  return bytes;
}

/** Lengths beyond the file, indefinite forms, deep nesting, tags inside tags, and lengths of DER. */
const ODD_PARTS = [
  '9b00000000ffffffff',
  'bb7fffffffffffffff',
  '5b0000000100000000',
  '9fff',
  'bf',
  '81'.repeat(60),
  'd818'.repeat(20),
  'd81843d8184100',
  'a1a1a1',
  'f97e00',
  '83ffffff',
  '8280',
  'ff',
  '1f8b',
  'fe00',
];
