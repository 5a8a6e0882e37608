import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEngines } from '../../models/engines.ts';
import { readMrz } from '../../models/mrz/read.ts';
import { EngineError, type Engines } from '../../models/ports.ts';
import { type Config, loadConfig } from '../../server/config.ts';
import { POLICY_V1 } from '../../server/decision/policy.ts';
import { isoTime, systemClock } from '../../server/lib/clock.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import {
  CorpusError,
  type DocumentTruth,
  documentsFolder,
  type FaceSet,
  readDocumentTruths,
  readFaceSets,
  spread,
} from './corpus.ts';
import { scoreDocuments } from './documents.ts';
import { chooseFace, scoreFaces, scorePairs } from './faces.ts';
import { type EvalOptions, readOptions, UsageError } from './options.ts';
import { lookAtAll, meanMs, unreadable } from './pictures.ts';
import { type DocumentReport, documentTable, type FaceReport, faceTable } from './report.ts';

const WEIGHTS_DIR = fileURLToPath(new URL('../../models/weights', import.meta.url));
const NO_CORPUS =
  'No corpus: name its folder by "npm run eval -- --corpus DIR" or CUSTOS_CORPUS. It holds documents/mrz-truth.json, ' +
  'or faces/<set>/pairs.csv, or both, with the pictures beside them.';

interface Work {
  documents: DocumentTruth[] | null;
  faceSets: FaceSet[] | null;
}

/**
 * Measures the real engines, as an appliance with the default configuration runs them, on pictures whose answers are
 * known. Prints tables for a person and, as the last line, one JSON object. Exit status 2: called wrongly; 1: the
 * corpus or an engine cannot be used.
 */
async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.corpus === null) {
    say(NO_CORPUS);
    return process.env['CI'] ? 0 : 2;
  }
  const work = readWork(options, options.corpus);
  const config = loadConfig({}, () => null);
  const engines = createEngines({ weightsDir: WEIGHTS_DIR, ...config, limits: LIMITS });
  try {
    await engines.warm();
    requireReady(engines);
    const documents = work.documents && (await evaluateDocuments(engines, config, options.corpus, work.documents));
    const faces: FaceReport[] = [];
    for (const set of work.faceSets ?? []) faces.push(await evaluateFaces(engines, config, set));
    print(documents, faces);
  } finally {
    await engines.close();
  }
  return 0;
}

function readWork({ parts, limit }: EvalOptions, corpus: string): Work {
  if (!existsSync(corpus)) throw new CorpusError(`There is no folder ${corpus}. ${NO_CORPUS}`);
  const wanted = (part: EvalOptions['parts'][number]): boolean => parts.length === 0 || parts.includes(part);
  const documents = wanted('documents') ? readDocumentTruths(corpus) : null;
  const faceSets = wanted('faces') ? readFaceSets(corpus) : null;
  if (parts.includes('documents') && !documents) throw new CorpusError(`${corpus} has no documents/mrz-truth.json.`);
  if (parts.includes('faces') && !faceSets) throw new CorpusError(`${corpus} has no faces/<set>/pairs.csv.`);
  if (!documents && !faceSets) throw new CorpusError(`${corpus} holds nothing to measure. ${NO_CORPUS}`);
  return {
    documents: documents && spread(documents, limit),
    faceSets: faceSets?.map((set) => ({ ...set, pairs: spread(set.pairs, limit) })) ?? null,
  };
}

function requireReady(engines: Engines): void {
  const failed = engines.states().find(({ state }) => state === 'failed');
  if (failed) throw new EngineError('unavailable', failed.problem ?? `The engine "${failed.engine}" cannot work here.`);
}

async function evaluateDocuments(
  engines: Engines,
  { workers }: Config,
  corpus: string,
  truths: DocumentTruth[],
): Promise<DocumentReport> {
  const today = isoTime(systemClock.now()).slice(0, 10);
  const outcomes = await lookAtAll({
    engines,
    folder: documentsFolder(corpus),
    files: truths.map(({ file }) => file),
    atOnce: workers.text,
    look: async (image) => ({ zone: readMrz((await engines.text.read(image)).lines, today) }),
    onProgress: (done) => showProgress('documents', done, truths.length),
  });
  return {
    ...scoreDocuments(
      truths,
      outcomes.map(({ result }) => result?.zone ?? null),
    ),
    pictures: outcomes.length,
    ms_per_picture: meanMs(outcomes),
    unreadable: unreadable(outcomes),
  };
}

async function evaluateFaces(engines: Engines, { workers }: Config, set: FaceSet): Promise<FaceReport> {
  const files = [...new Set(set.pairs.flatMap(({ a, b }) => [a, b]))];
  const outcomes = await lookAtAll({
    engines,
    folder: set.folder,
    files,
    atOnce: workers.face,
    look: async (image) => ({ face: chooseFace((await engines.face.recognise(image)).faces, POLICY_V1.face) }),
    onProgress: (done) => showProgress(set.name, done, files.length),
  });
  const embeddings = new Map(
    outcomes.flatMap(({ file, result }) => (result?.face ? [[file, result.face.embedding] as const] : [])),
  );
  return {
    set: set.name,
    ...scoreFaces(scorePairs(set.pairs, embeddings), POLICY_V1.face),
    no_face: files.filter((file) => !embeddings.has(file)),
    pictures: files.length,
    ms_per_picture: meanMs(outcomes),
    unreadable: unreadable(outcomes),
  };
}

function print(documents: DocumentReport | null, faces: FaceReport[]): void {
  if (documents) say([...documentTable(documents), ''].join('\n'));
  if (faces.length > 0) say([...faceTable(faces, POLICY_V1.face), ''].join('\n'));
  say(JSON.stringify({ policy_version: POLICY_V1.version, documents, faces }));
}

/** One line that overwrites itself, on a terminal only. */
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
