import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEngines } from '../../models/engines.ts';
import { EngineError, type Engines } from '../../models/ports.ts';
import { loadConfig } from '../../server/appliance/config.ts';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { type IdentityCard, identityCards } from '../support/specimens/cards/identity-cards.ts';
import { type AuthenticityReport, authenticityFolder, authenticityTable, measureAuthenticity } from './authenticity.ts';
import { sampleCards } from './cards.ts';
import { cornersTable, measureCorners } from './corners.ts';
import {
  CorpusError,
  type DocumentTruth,
  documentsFolder,
  type FaceSet,
  type PrintedTruth,
  printedFolder,
  readDocumentTruths,
  readFaceSets,
  readPrintedTruths,
  spread,
} from './corpus.ts';
import { type LivenessReport, measureLiveness, PEOPLE } from './liveness/measure.ts';
import { sittersOf } from './liveness/people.ts';
import { livenessTable } from './liveness/report.ts';
import { type Clip, readClips } from './liveness/turns.ts';
import { type Bench, measureCards, measureDocuments, measurePrinted } from './measure.ts';
import { measureFaces } from './measure-faces.ts';
import { type EvalOptions, type EvalPart, readOptions, UsageError } from './options.ts';
import {
  type CardsReport,
  cardTable,
  type DocumentReport,
  documentTable,
  type FaceReport,
  faceDetails,
  faceTable,
  type PrintedReport,
  printedTable,
  qualityTable,
} from './report.ts';

const WEIGHTS_DIR = fileURLToPath(new URL('../../models/weights', import.meta.url));
const NO_CORPUS =
  'No corpus: name its folder by "npm run eval -- --corpus DIR" or CUSTOS_CORPUS. It holds printed/truth.json, ' +
  'documents/mrz-truth.json, faces/<set>/pairs.csv or authenticity/expected.csv, or all of them, with the files beside them.';

/** The data to measure; null: not requested, or not in the corpus. */
interface Work {
  printed: { folder: string; truths: PrintedTruth[] } | null;
  documents: { folder: string; truths: DocumentTruth[] } | null;
  faceSets: FaceSet[] | null;
  cards: IdentityCard[] | null;
  liveness: { sets: FaceSet[]; clips: Clip[] } | null;
  authenticity: string | null;
}

/**
 * Measures the real engines on pictures with known answers, as an appliance with the default configuration runs them (`CUSTOS_FACE_NETS` names other
 * nets). Prints tables for a person and, as the last line, one JSON object. Without a corpus it measures only the drawn cards. Exit status 2: wrong
 * arguments, or no corpus where one is needed (0 in CI). Exit status 1: the corpus or an engine is unusable.
 */
async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env);
  const lacksCorpus =
    options.corpus === null &&
    (['printed', 'documents', 'faces', 'liveness', 'authenticity', 'corners'] as const).some((part) =>
      isWanted(options, part),
    );
  if (lacksCorpus) say(NO_CORPUS);
  const work = await readWork(options);
  if (Object.values(work).some((part) => part !== null)) await measureAll(work, options);
  if (options.parts.includes('corners') && options.corpus !== null) {
    const rows = await measureCorners({ ...options, corpus: options.corpus, onProgress: showProgress });
    say([...cornersTable(rows), '', JSON.stringify({ corners: rows })].join('\n'));
  }
  return lacksCorpus && !process.env['CI'] ? 2 : 0;
}

async function measureAll(work: Work, options: EvalOptions): Promise<void> {
  const { seed, engines: asked } = options;
  const { authenticity: folder, ...pictures } = work;
  const { CUSTOS_FACE_NETS } = process.env;
  const config = loadConfig(CUSTOS_FACE_NETS ? { CUSTOS_FACE_NETS } : {}, () => null);
  const engines = createEngines({ weightsDir: WEIGHTS_DIR, ...config, limits: LIMITS });
  const used = asked === 'one' ? withoutSecond(engines) : engines;
  const bench: Bench = { engines: used, workers: config.workers, onProgress: showProgress };
  try {
    const authenticity = folder === null ? null : await measureAuthenticity(folder, engines.image);
    if (Object.values(pictures).some((part) => part !== null)) {
      await engines.warm();
      requireReady(engines);
    }
    const printed = work.printed && (await measurePrinted(bench, work.printed.folder, work.printed.truths));
    const documents = work.documents && (await measureDocuments(bench, work.documents.folder, work.documents.truths));
    const cards = work.cards && (await measureCards(bench, seed, work.cards));
    const faces: FaceReport[] = [];
    for (const set of work.faceSets ?? []) faces.push(await measureFaces(bench, set));
    const liveness = work.liveness && (await attackLiveness(bench, work.liveness, options));
    print(printed, documents, cards, faces, liveness, authenticity);
  } finally {
    await engines.close();
  }
}

function attackLiveness(
  bench: Bench,
  { sets, clips }: NonNullable<Work['liveness']>,
  { people: part, resume, limit, seed }: EvalOptions,
): Promise<LivenessReport> {
  return measureLiveness(bench, sittersOf(sets, part), { people: Math.min(limit, PEOPLE), seed, part, resume, clips });
}

/** The appliance's own reading without the second text engine, as if it were not available. */
function withoutSecond(engines: Engines): Engines {
  const read = () => Promise.reject(new EngineError('unavailable', 'It is left out of this measurement.'));
  return { ...engines, secondText: { read } };
}

async function readWork(options: EvalOptions): Promise<Work> {
  const { limit, seed, corpus, parts } = options;
  const sets = corpus !== null && parts.includes('liveness') ? readFaceSets(corpus) : null;
  return {
    liveness: sets && corpus !== null ? { sets, clips: await readClips(corpus) } : null,
    ...readCorpus(options),
    cards: isWanted(options, 'cards') ? sampleCards(identityCards(seed), limit) : null,
  };
}

function readCorpus(options: EvalOptions): Omit<Work, 'cards' | 'liveness'> {
  const { corpus, parts, limit } = options;
  if (corpus === null) return { printed: null, documents: null, faceSets: null, authenticity: null };
  if (!existsSync(corpus)) throw new CorpusError(`There is no folder ${corpus}. ${NO_CORPUS}`);
  const printed = isWanted(options, 'printed') ? readPrintedTruths(corpus) : null;
  const truths = isWanted(options, 'documents') ? readDocumentTruths(corpus) : null;
  const faceSets = isWanted(options, 'faces') ? readFaceSets(corpus) : null;
  const authenticity = isWanted(options, 'authenticity') ? authenticityFolder(corpus) : null;
  if (parts.includes('authenticity') && authenticity === null) throw new CorpusError(`${corpus} has no expected.csv.`);
  if (parts.includes('printed') && !printed) throw new CorpusError(`${corpus} has no printed/truth.json.`);
  if (parts.includes('documents') && !truths) throw new CorpusError(`${corpus} has no documents/mrz-truth.json.`);
  if (parts.includes('faces') && !faceSets) throw new CorpusError(`${corpus} has no faces/<set>/pairs.csv.`);
  if (parts.length === 0 && !printed && !truths && !faceSets && authenticity === null)
    throw new CorpusError(`${corpus} holds nothing to measure. ${NO_CORPUS}`);
  return {
    printed: printed && { folder: printedFolder(corpus), truths: spread(printed, limit) },
    documents: truths && { folder: documentsFolder(corpus), truths: spread(truths, limit) },
    faceSets: faceSets?.map((set) => sampleFaces(set, limit)) ?? null,
    authenticity,
  };
}

function sampleFaces({ pairs, groups, ...set }: FaceSet, limit: number): FaceSet {
  return { ...set, pairs: spread(pairs, limit), groups: groups && new Map(spread([...groups], limit)) };
}

function isWanted({ parts }: EvalOptions, part: EvalPart): boolean {
  return (parts.length === 0 && part !== 'liveness') || parts.includes(part);
}

function requireReady(engines: Engines): void {
  const failed = engines.states().find(({ state }) => state === 'failed');
  if (failed) throw new EngineError('unavailable', failed.problem ?? `The engine "${failed.engine}" cannot work here.`);
}

function print(
  printed: PrintedReport | null,
  documents: DocumentReport | null,
  cards: CardsReport | null,
  faces: FaceReport[],
  liveness: LivenessReport | null,
  measured: AuthenticityReport | null,
): void {
  if (printed) say([...printedTable(printed), ...qualityTable(printed.quality), ''].join('\n'));
  if (documents) say([...documentTable(documents), ''].join('\n'));
  if (cards) say([...cardTable(cards), ''].join('\n'));
  if (faces.length > 0) say([...faceTable(faces, POLICY_V1.face), ...faces.flatMap(faceDetails), ''].join('\n'));
  if (liveness) say([...livenessTable(liveness), ''].join('\n'));
  if (measured) say([...authenticityTable(measured), ''].join('\n'));
  const { misses: _, ...authenticity } = measured ?? { misses: [] };
  say(
    JSON.stringify({
      policy_version: POLICY_V1.version,
      printed,
      documents,
      cards,
      faces,
      liveness,
      authenticity: measured && authenticity,
    }),
  );
}

/** One line that overwrites itself, only on a terminal. */
function showProgress(what: string, done: number, of: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${what}: ${done} of ${of}${done === of ? '\n' : ''}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isKnown = error instanceof CorpusError || error instanceof EngineError || error instanceof UsageError;
  return isKnown ? error.message : (error.stack ?? error.message);
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
