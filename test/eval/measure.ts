import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engines, WordPlace } from '../../models/ports.ts';
import type { Config } from '../../server/appliance/config.ts';
import type { DocumentReading } from '../../server/checks/types.ts';
import { isoTime, systemClock } from '../../server/lib/clock.ts';
import { readPicture } from '../../server/pipeline/read.ts';
import { drawIdentityCard, photographCard } from '../support/specimens/cards/draw.ts';
import type { IdentityCard } from '../support/specimens/cards/identity-cards.ts';
import { scoreCards } from './cards.ts';
import { type DocumentTruth, type PrintedTruth, spread } from './corpus.ts';
import { DAMAGES } from './degrade.ts';
import { scoreDocuments } from './documents.ts';
import { lookAtAll, type Outcome, type Picture, reportOf } from './pictures.ts';
import { scorePrinted } from './printed.ts';
import { isGood, type QualityReading, type QualityScores, readQuality, scoreQuality } from './quality.ts';
import type { CardsReport, DocumentReport, PrintedReport } from './report.ts';

/** What every measurement needs: the engines, the number of their workers, and a function for progress reports. */
export interface Bench {
  engines: Engines;
  workers: Config['workers'];
  onProgress: (what: string, done: number, of: number) => void;
}

/** Printed text on documents of real designs in `folder`, without a declared type, and the quality findings. */
export async function measurePrinted(
  bench: Bench,
  folder: string,
  truths: readonly PrintedTruth[],
): Promise<PrintedReport> {
  const cpuBefore = process.cpuUsage();
  const pictures = truths.map(({ file }) => inFolder(folder, file));
  const outcomes = await lookAtQuality(bench, 'print', pictures);
  const { user, system } = process.cpuUsage(cpuBefore);
  const readings = outcomes.map(({ result }) => result?.reading ?? null);
  const cpu_s_per_picture = Number(((user + system) / 1e6 / Math.max(1, truths.length)).toFixed(2));
  const quality = await measureFindings(bench, folder, truths, outcomes);
  return { ...scorePrinted(truths, readings), ...reportOf(outcomes), cpu_s_per_picture, quality };
}

/** Each damage is applied to this many of the good pictures. */
const DAMAGED_MAX = 12;

/** False alarms on good pictures, and the findings on their damaged versions. */
async function measureFindings(
  bench: Bench,
  folder: string,
  truths: readonly PrintedTruth[],
  outcomes: readonly Outcome<QualityReading>[],
): Promise<QualityScores> {
  const good = truths.flatMap((truth, i) => {
    const result = outcomes[i]?.result;
    return isGood(truth) && result ? [{ ...result, file: truth.file }] : [];
  });
  const plain = good.map(({ file, codes }) => ({ file, damage: null, wanted: [], codes }));
  const damaged = DAMAGES.flatMap(({ name, codes, degrade }, turn) =>
    spread(good, DAMAGED_MAX).flatMap(({ file, words }) => {
      const sure = words.filter((word) => word.sure);
      const word = sure[turn % Math.max(1, sure.length)];
      if (!word) return [];
      const place = { word: word.box, letterHeight: medianHeight(sure) };
      const load = async (): Promise<Buffer> => degrade(await readFile(join(folder, file)), place);
      return [{ picture: { name: file, load }, damage: name, wanted: codes }];
    }),
  );
  const told = await lookAtQuality(
    bench,
    'damages',
    damaged.map(({ picture }) => picture),
  );
  const bad = damaged.map(({ picture, damage, wanted }, i) => ({
    file: picture.name,
    damage,
    wanted,
    codes: told[i]?.result?.codes ?? [],
  }));
  return scoreQuality([...plain, ...bad]);
}

function medianHeight(words: readonly WordPlace[]): number {
  const heights = words.map(({ letterHeight }) => letterHeight).sort((a, b) => a - b);
  return heights[Math.floor(heights.length / 2)] ?? 0;
}

async function lookAtQuality(
  { engines, workers, onProgress }: Bench,
  what: string,
  pictures: readonly Picture[],
): Promise<Outcome<QualityReading>[]> {
  const declared = {
    document_id: 'doc_measured',
    declaredType: 'unknown',
    declaredSide: null,
    today: today(),
  } as const;
  return await lookAtAll({
    engines,
    pictures,
    atOnce: workers.text,
    look: (image) => readQuality(engines, { ...declared, image }),
    onProgress: (done) => onProgress(what, done, pictures.length),
  });
}

/** MRZs of the documents in `folder`. */
export async function measureDocuments(
  bench: Bench,
  folder: string,
  truths: readonly DocumentTruth[],
): Promise<DocumentReport> {
  const pictures = truths.map(({ file }) => inFolder(folder, file));
  const outcomes = await readAll(bench, 'documents', pictures, 'unknown');
  const zones = outcomes.map(({ result }) => result?.mrz ?? null);
  return { ...scoreDocuments(truths, zones), ...reportOf(outcomes) };
}

/** Printed fields of drawn cards, as drawn and as photographed. */
export async function measureCards(bench: Bench, seed: number, cards: readonly IdentityCard[]): Promise<CardsReport> {
  const measure = async (what: string, draw: (card: IdentityCard) => Promise<Buffer>) => {
    const pictures = cards.map((card) => ({ name: card.id, load: () => draw(card) }));
    const outcomes = await readAll(bench, what, pictures, 'national_id');
    const readings = outcomes.map(({ result }) => result);
    return { ...scoreCards(cards, readings), ...reportOf(outcomes) };
  };
  return {
    seed,
    clean: await measure('cards, clean', drawIdentityCard),
    phone: await measure('cards, phone', photographCard),
  };
}

/** Reads as the appliance itself does. */
async function readAll(
  { engines, workers, onProgress }: Bench,
  what: string,
  pictures: readonly Picture[],
  declaredType: 'national_id' | 'unknown',
): Promise<Outcome<DocumentReading>[]> {
  const declared = { document_id: 'doc_measured', declaredType, declaredSide: null, today: today() };
  return await lookAtAll({
    engines,
    pictures,
    atOnce: workers.text,
    look: (image) => readPicture(engines, { ...declared, image }),
    onProgress: (done) => onProgress(what, done, pictures.length),
  });
}

const today = (): string => isoTime(systemClock.now()).slice(0, 10);

function inFolder(folder: string, file: string): Picture {
  return { name: file, load: () => readFile(join(folder, file)) };
}
