import type { Engines, QualityMeasures, RasterImage, WordPlace } from '../../models/ports.ts';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import { checkQuality } from '../../server/checks/quality.ts';
import type { DocumentReading } from '../../server/checks/types.ts';
import { withText } from '../../server/pipeline/quality.ts';
import { type DocumentPicture, readWithWords } from '../../server/pipeline/read.ts';
import type { PrintedTruth } from './corpus.ts';
import type { Count } from './documents.ts';

/** A picture's text, the positions of its words, and its quality findings. */
export interface QualityReading {
  reading: DocumentReading;
  words: WordPlace[];
  codes: string[];
}

export interface QualityScores {
  /** Pictures that are good by the truth, those with any quality finding, and how many have each finding. */
  good: number;
  false_alarms: number;
  by_finding: Record<string, number>;
  /** Good pictures that were damaged, and those whose damage was reported. */
  damages: Record<string, Count>;
  /** Each false alarm and each damage that was not reported. */
  misses: { file: string; damage: string | null; codes: string[] }[];
}

/** The result for one good picture, unchanged (`damage` null) or damaged, and the findings that it must have. */
export interface QualityOutcome {
  file: string;
  damage: string | null;
  wanted: readonly string[];
  codes: readonly string[];
}

/** Reads and measures a picture as the appliance itself does. */
export async function readQuality(engines: Engines, picture: DocumentPicture): Promise<QualityReading> {
  const { image, document_id, declaredType: type } = picture;
  const [measured, { reading, words }] = await Promise.all([
    engines.quality.measure(image),
    readWithWords(engines, picture),
  ]);
  const measures = await withText(engines, image, { measures: measured, words });
  return { reading, words, codes: codesOf({ document_id, type, image, measures }) };
}

function codesOf({
  image,
  ...about
}: Pick<DocumentPicture, 'document_id'> & {
  type: DocumentPicture['declaredType'];
  image: RasterImage;
  measures: QualityMeasures;
}): string[] {
  const { width, height } = image;
  const documents = [{ ...about, width, height, damaged: false }];
  return checkQuality({ documents, policy: POLICY_V1 }).findings.map(({ code }) => code);
}

/** By the truth, a picture without a remark is good. */
export const isGood = ({ quality = '' }: PrintedTruth): boolean => quality === '';

export function scoreQuality(outcomes: readonly QualityOutcome[]): QualityScores {
  const plain = outcomes.filter(({ damage }) => damage === null);
  const alarms = plain.filter(({ codes }) => codes.length > 0);
  const damaged = outcomes.filter(({ damage }) => damage !== null);
  const isTold = ({ wanted, codes }: QualityOutcome): boolean => wanted.every((code) => codes.includes(code));
  const missed = [...alarms, ...damaged.filter((one) => !isTold(one))];
  return {
    good: plain.length,
    false_alarms: alarms.length,
    by_finding: Object.fromEntries(
      [
        ...Map.groupBy(
          alarms.flatMap(({ codes }) => codes),
          (code) => code,
        ),
      ].map(([code, all]) => [code, all.length]),
    ),
    damages: Object.fromEntries(
      [...Map.groupBy(damaged, ({ damage }) => damage ?? '')].map(([damage, all]) => [
        damage,
        { right: all.filter(isTold).length, of: all.length },
      ]),
    ),
    misses: missed.map(({ file, damage, codes }) => ({ file, damage, codes: [...codes] })),
  };
}
