import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { createAnchorPool } from '../../server/authenticity/anchors.ts';
import { type ChipTrust, checkChip } from '../../server/authenticity/chip/check-chip.ts';
import { collectRevocations } from '../../server/authenticity/crl/crl.ts';
import type { EcWay } from '../../server/authenticity/crypto/verify.ts';
import { parseMasterList, verifyMasterList } from '../../server/authenticity/masterlist/master-list.ts';
import { type Certificate, certificateOfFile } from '../../server/authenticity/x509/certificate.ts';
import type { TrustListAnswer } from '../../server/contract/trust-lists.ts';
import { askThread } from '../../server/lib/ask-thread.ts';
import type { SourcesAnswer, SourcesOrder, TrustFiles } from '../../server/pipeline/authenticity/verify-sources.ts';
import { type ApplianceProcess, startApplianceProcess } from '../support/appliance-process.ts';
import { makeDg1, makeDg2, makeSod, makeState } from '../support/authenticity/chips.ts';
import { makeMasterList } from '../support/authenticity/signed-data.ts';
import { makeSigner, type TestSigner } from '../support/authenticity/signers.ts';
import { quantile, round } from './statistics.ts';

/** Milliseconds by the way of verifying EC signatures. */
type Milliseconds = Record<EcWay, number>;

const WAYS: readonly EcWay[] = ['javascript', 'node'];
const ROUNDS = 25;
const STEP_ROUNDS = 8;
const WORKER = new URL('../../server/pipeline/authenticity/worker.ts', import.meta.url);
const LISTED = 588;
/** What is promised for a chip. Node's way is for comparison: the product verifies EC signatures in JavaScript everywhere. */
const PASSIVE_P95_MS_MAX: Milliseconds = { javascript: 500, node: 150 };
/** What is promised for the import of 588 certificates, by the same ways. */
const IMPORT_MS_MAX: Milliseconds = { javascript: 20_000, node: 3_000 };
/** Keys of country and document signers of the field, the slowest first. */
const STATES = [
  ['explicit:brainpoolP512r1', 'brainpoolP384r1'],
  ['explicit:secp521r1', 'secp384r1'],
  ['explicit:brainpoolP384r1', 'brainpoolP256r1'],
  ['rsa-4096', 'rsa-2048'],
] as const;

/**
 * Measures chips of made-up states, and the largest master list of the corpus, or a made-up one without a corpus. Prints sentences for a person, and as its
 * last line one JSON object. Exits with 1 if it misses a bound.
 */
async function main(): Promise<void> {
  const passive = byWay((way) => round(quantile(passiveTimes(way), 0.95)));
  say(`A chip with DG1 and a face of 20 kB: 95th percentile ${both(passive)}.`);
  const { file, anchors } = listOf();
  const pool = createAnchorPool(anchors.map(({ certificate }) => certificate));
  const certificates = parseMasterList(file).certificates.length;
  const read = byWay((way) =>
    round(timed(() => verifyMasterList(parseMasterList(file), pool, way).verdict === 'valid')),
  );
  say(`A master list of ${certificates} certificates, read and verified: ${both(read)}.`);
  const step = round(quantile(await stepTimes(parseMasterList(file).certificates), 0.95));
  say(`A chip as a verification does it, in a thread that gets the whole list: 95th percentile ${step} ms.`);
  await using appliance = await startApplianceProcess();
  const imported = await importList(appliance, file, anchors);
  say(
    `The same, imported by a real appliance: staged after ${imported.staged_ms} ms, active after ${imported.active_ms} ms.`,
  );
  const missed = [
    ...WAYS.filter((way) => passive[way] > PASSIVE_P95_MS_MAX[way]).map((way) => `a chip, ${way}`),
    ...(step > PASSIVE_P95_MS_MAX.javascript ? ['a chip in a verification'] : []),
    ...(imported.active_ms > IMPORT_MS_MAX.javascript ? ['import, javascript'] : []),
    ...(read.node > IMPORT_MS_MAX.node ? ['a list, node'] : []),
  ];
  for (const bound of missed) say(`MISSED: ${bound}`);
  if (missed.length === 0) say('All bounds are met.');
  const load = loadavg().map(round);
  const list = { certificates, read_ms: read, ...imported };
  say(JSON.stringify({ passive_p95_ms: passive, step_p95_ms: step, list, load, missed }));
  process.exitCode = missed.length === 0 ? 0 : 1;
}

function makeChips() {
  const face = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(20_000)]);
  const groups = new Map([
    [1, makeDg1()],
    [2, makeDg2(face)],
  ]);
  return STATES.map(([csca, key]) => {
    const state = makeState({ key: csca }, { key });
    return { csca: state.csca, files: { securityObject: makeSod(groups, state.signer), dataGroups: groups } };
  });
}

function passiveTimes(way: EcWay): number[] {
  const chips = makeChips().map(({ csca, files }) => ({ files, trust: trustOf(csca) }));
  return Array.from({ length: ROUNDS }, () =>
    chips.map(({ files, trust }) => timed(() => checkChip(files, trust, { atMs: Date.now(), way }).result === 'valid')),
  ).flat();
}

/** As the step of a verification: each time a new thread parses all certificates of the list. */
async function stepTimes(listed: readonly Certificate[]): Promise<number[]> {
  const none: TrustFiles = { anchors: [], signers: [], revocationLists: [], docTypes: [] };
  const times: number[] = [];
  for (const { csca, files } of Array.from({ length: STEP_ROUNDS }, makeChips).flat()) {
    const anchors = [...listed, csca.certificate].map(({ raw }) => new Uint8Array(raw));
    const order: SourcesOrder = {
      chip: {
        securityObject: new Uint8Array(files.securityObject),
        dataGroups: [...files.dataGroups],
        active: null,
        atMs: Date.now(),
      },
      ...{ mdoc: null, seals: [], sealsAtMs: Date.now() },
      trust: { chip: { ...none, anchors }, vds: none, uidai: none, mdoc: none },
    };
    const startMs = performance.now();
    const { chip } = await askThread<SourcesAnswer>(WORKER, order);
    times.push(performance.now() - startMs);
    if (chip?.result !== 'valid') throw new Error('What was measured is not valid.');
  }
  return times;
}

/** Stages the list and activates it, from the request to the answer. */
async function importList(
  { base, key, folder }: ApplianceProcess,
  file: Uint8Array,
  anchors: readonly Pick<TestSigner, 'certificate'>[],
): Promise<{ staged_ms: number; active_ms: number }> {
  const put = (name: string, bytes: Uint8Array): string => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const beside = anchors.map(({ certificate }, i) => put(`anchor-${i}.der`, certificate.raw));
  const paths = [put('list.ml', file), ...beside];
  const post = async (path: string, body: object): Promise<TrustListAnswer> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as TrustListAnswer;
  };
  const startMs = performance.now();
  const { id, to_confirm: open } = await post('/v1/trust-lists', { paths });
  const staged_ms = round(performance.now() - startMs);
  await post(`/v1/trust-lists/${id}/activate`, { fingerprints: open.map(({ fingerprint }) => fingerprint) });
  return { staged_ms, active_ms: round(performance.now() - startMs) };
}

const trustOf = ({ certificate }: TestSigner): ChipTrust => ({
  anchors: createAnchorPool([certificate]),
  revocations: collectRevocations([]),
});

const byWay = (measure: (way: EcWay) => number): Milliseconds =>
  Object.fromEntries(WAYS.map((way) => [way, measure(way)])) as Milliseconds;

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

const both = ({ javascript, node }: Milliseconds): string => `${javascript} ms in JavaScript, ${node} ms by Node`;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
