import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createImageEngine, PICTURE_WORKER } from '../../models/image/engine.ts';
import { WorkerPool } from '../../models/runtime/pool.ts';
import { verifyIssued } from '../../server/authenticity/anchors.ts';
import { collectTrust, readTrustFile } from '../../server/authenticity/trust-files.ts';
import type { Certificate } from '../../server/authenticity/x509/certificate.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { authenticityFolder, authenticityTable, measureAuthenticity } from '../eval/authenticity.ts';
import { makeDg1, makeDg2, makeSod, makeState } from '../support/authenticity/chips.ts';
import { makeSigner } from '../support/authenticity/signers.ts';
import { skipUnless } from '../support/skip.ts';

const folder = mkdtempSync(join(tmpdir(), 'custos-eval-'));
const { imagePixelsMax, workingSidePixelsMax } = LIMITS;
const pool = new WorkerPool({
  name: 'image',
  script: PICTURE_WORKER,
  data: { imagePixelsMax, workingSidePixelsMax },
  size: 1,
  queueMax: 10,
  loadTimeoutMs: 60_000,
});
const image = createImageEngine(pool, LIMITS.imageTimeoutMs);
afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the corpus of authenticity', () => {
  const JPEG = Buffer.from('ffd8ff', 'hex');
  const groups = new Map([
    [1, makeDg1()],
    [2, makeDg2(JPEG)],
  ]);
  const state = makeState();
  const files: Record<string, Uint8Array> = {
    'chip/EF_SOD.bin': makeSod(groups, state.signer),
    'chip/DG1.bin': makeDg1(),
    'chip/DG15.bin': Buffer.from('6f00', 'hex'),
    'csca.cer': state.csca.certificate.raw,
    'wrong.cer': makeSigner({ isCa: true }).certificate.raw,
    'other.bin': Buffer.from('anything'),
  };
  const rows = [
    'path,kind,result,at,expected',
    'chip/EF_SOD.bin,pa-set,valid,2026-01-01,',
    'chip/DG1.bin,pa-set,valid,,',
    'chip/DG15.bin,parse,parsed,,',
    'csca.cer,anchor,parsed,,',
    'wrong.cer,anchor,not_judged,,',
    'other.bin,vds,valid,,',
  ];
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  const write = (lines: string[]): void => writeFileSync(join(folder, 'expected.csv'), lines.join('\n'));

  test('is judged row by row: the files of one chip together, with the anchors that lie beside', async () => {
    write(rows);
    expect(authenticityFolder(folder)).toBe(folder);
    const report = await measureAuthenticity(folder, image);
    expect(report).toMatchObject({
      right: 3,
      wrong: 1,
      unsupported: 1,
      of: 5,
      kinds: { 'pa-set': { right: 2, of: 2 }, vds: { unsupported: 1 } },
      misses: ['chip/DG15.bin: parsed, found invalid ()', 'other.bin: valid, found unsupported ()'],
    });
    expect(authenticityTable(report)).toContain('| all | 3 | 1 | 1 | 5 |');
  });

  test('names its errors', async () => {
    expect(authenticityFolder(join(folder, 'chip'))).toBeNull();
    write(['path,kind,result,at', 'nowhere.bin,sod,valid,']);
    await expect(measureAuthenticity(folder, image)).rejects.toThrow('not there');
    write(['path,kind,result,at', 'csca.cer,anchor,great,']);
    await expect(measureAuthenticity(folder, image)).rejects.toThrow('is not a table');
    write(['path,kind,result,at', 'csca.cer,anchor,parsed,someday']);
    await expect(measureAuthenticity(folder, image)).rejects.toThrow('no date');
  });
});

const CORPUS = authenticityFolder(process.env['CUSTOS_CORPUS'] ?? '/nowhere');
const needsCorpus = skipUnless(CORPUS !== null, 'CUSTOS_CORPUS has no authenticity/expected.csv');
/** Kinds that chips and trust lists are. */
const KINDS = [
  'csca-master-list',
  'sod',
  'pa-set',
  'parse',
  'dg2-39794',
  'dg2-19794',
  'jp2',
  'anchor',
  'iaca',
  'vds-signer',
];

test('the real chips and lists of the corpus give what is expected', needsCorpus, async () => {
  const { kinds } = await measureAuthenticity(CORPUS ?? '', image);
  const judged = Object.entries(kinds).filter(([kind]) => KINDS.includes(kind));
  expect(judged.length).toBeGreaterThan(0);
  for (const [kind, { right, of }] of judged) expect({ kind, right }).toEqual({ kind, right: of });
});

test('both ways of elliptic curves agree on every certificate of the master lists', needsCorpus, () => {
  const lists = join(CORPUS ?? '', 'masterlists');
  const files = readdirSync(lists).flatMap((name) => readTrustFile(readFileSync(join(lists, name))) ?? []);
  const { anchors } = collectTrust(files);
  const issuerOf = (one: Certificate): Certificate => anchors.withKeyId(one.authorityKeyId ?? one.keyId)[0] ?? one;
  const counts = { valid: 0, invalid: 0, unsupported: 0 };
  for (const certificate of anchors.all()) {
    const issuer = issuerOf(certificate);
    const verdict = verifyIssued(certificate, issuer);
    expect(verifyIssued(certificate, issuer, 'node'), certificate.sha256).toBe(verdict);
    counts[verdict] += 1;
  }
  console.info(`certificates of the master lists: ${JSON.stringify(counts)}`);
  expect(counts.valid).toBeGreaterThan(0);
});
