import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAnchorPool } from '../../server/authenticity/anchors.ts';
import { type ChipTrust, checkChip } from '../../server/authenticity/chip/check-chip.ts';
import { collectRevocations } from '../../server/authenticity/crl/crl.ts';
import type { EcWay } from '../../server/authenticity/crypto/verify.ts';
import { parseMasterList, verifyMasterList } from '../../server/authenticity/masterlist/master-list.ts';
import { certificateOfFile } from '../../server/authenticity/x509/certificate.ts';
import { makeDg1, makeDg2, makeSod, makeState } from '../support/authenticity/chips.ts';
import { makeMasterList } from '../support/authenticity/signed-data.ts';
import { makeSigner, type TestSigner } from '../support/authenticity/signers.ts';
import { quantile, round } from './statistics.ts';

/** Milliseconds by the way of verifying EC signatures. */
export interface ChipSpeed {
  /** Passive authentication of a chip with DG1 and a face of 20 kB: the 95th percentile. */
  passiveP95Ms: Record<EcWay, number>;
  /** Reading a master list of this many certificates and verifying its signer. */
  list: { certificates: number; ms: Record<EcWay, number> };
}

const WAYS: readonly EcWay[] = ['javascript', 'node'];
const ROUNDS = 25;
const LISTED = 588;
/** Keys of country and document signers of the field, the slowest first. */
const STATES = [
  ['explicit:brainpoolP512r1', 'brainpoolP384r1'],
  ['explicit:secp521r1', 'secp384r1'],
  ['explicit:brainpoolP384r1', 'brainpoolP256r1'],
  ['rsa-4096', 'rsa-2048'],
] as const;

/** Measures chips of made-up states, and the largest master list of the corpus, or a made-up one without a corpus. */
export function measureChips(): ChipSpeed {
  const face = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(20_000)]);
  const groups = new Map([
    [1, makeDg1()],
    [2, makeDg2(face)],
  ]);
  const chips = STATES.map(([csca, key]) => {
    const state = makeState({ key: csca }, { key });
    return { trust: trustOf(state.csca), files: { securityObject: makeSod(groups, state.signer), dataGroups: groups } };
  });
  const timesOf = (way: EcWay): number[] =>
    Array.from({ length: ROUNDS }, () =>
      chips.map(({ files, trust }) =>
        timed(() => checkChip(files, trust, { atMs: Date.now(), way }).result === 'valid'),
      ),
    ).flat();
  const { file, anchors } = listOf();
  const pool = createAnchorPool(anchors.map(({ certificate }) => certificate));
  const certificates = parseMasterList(file).certificates.length;
  const listMs = (way: EcWay): number =>
    timed(() => verifyMasterList(parseMasterList(file), pool, way).verdict === 'valid');
  return {
    passiveP95Ms: byWay((way) => round(quantile(timesOf(way), 0.95))),
    list: { certificates, ms: byWay((way) => round(listMs(way))) },
  };
}

const trustOf = ({ certificate }: TestSigner): ChipTrust => ({
  anchors: createAnchorPool([certificate]),
  revocations: collectRevocations([]),
});

const byWay = <T>(measure: (way: EcWay) => T): Record<EcWay, T> =>
  Object.fromEntries(WAYS.map((way) => [way, measure(way)])) as Record<EcWay, T>;

function timed(work: () => boolean): number {
  const start = performance.now();
  if (!work()) throw new Error('What was measured is not valid.');
  return performance.now() - start;
}

function listOf(): { file: Uint8Array; anchors: Pick<TestSigner, 'certificate'>[] } {
  const folder = join(process.env['CUSTOS_CORPUS'] ?? '', 'authenticity', 'masterlists');
  if (process.env['CUSTOS_CORPUS'] && existsSync(folder)) {
    const files = readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
    const anchors = files.filter(({ name }) => !name.endsWith('.ml')).flatMap(({ bytes }) => certificateOfFile(bytes));
    const pool = createAnchorPool(anchors);
    const lists = files.filter(({ name }) => name.endsWith('.ml')).map(({ bytes }) => bytes);
    const proven = lists.filter((bytes) => verifyMasterList(parseMasterList(bytes), pool).verdict === 'valid');
    const [largest] = proven.sort((a, b) => b.length - a.length);
    if (largest) return { file: largest, anchors: anchors.map((certificate) => ({ certificate })) };
  }
  const root = makeSigner({ isCa: true, key: 'explicit:brainpoolP512r1' });
  const { certificate } = root;
  const listed = Array.from({ length: LISTED }, (_, i) => makeSigner({ isCa: true, name: `CSCA ${i}` }).certificate);
  return { file: makeMasterList(listed, root), anchors: [{ certificate }] };
}
