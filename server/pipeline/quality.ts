import {
  EngineError,
  type Engines,
  type QualityMeasures,
  type RasterImage,
  type WordPlace,
} from '../../models/ports.ts';
import { checkQuality, TEXT_WORDS_MIN } from '../checks/quality.ts';
import type { StoredDocument } from '../verifications/types.ts';
import { readableDocuments } from './documents.ts';
import { findWords } from './read.ts';
import type { Step, StepContext } from './step.ts';

/** Measures each decoded picture, including the text area of a document, and applies the policy's limits. */
export const qualityStep: Step<'quality'> = {
  name: 'quality',
  async run(context) {
    const { policy, results } = context;
    const readable = readableDocuments(context);
    const documents = await Promise.all(
      readable.map(async (document) => ({
        document_id: document.id,
        measures: await measure(context, document),
      })),
    );
    const inputs = (results.intake?.documents ?? []).map((intake) => ({
      document_id: intake.document_id,
      type: intake.declared_type,
      ofChallenge: readable.some(({ id, liveness }) => id === intake.document_id && liveness !== undefined),
      width: intake.width,
      height: intake.height,
      damaged: intake.damaged,
      measures: documents.find((measured) => measured.document_id === intake.document_id)?.measures ?? null,
    }));
    return { ...checkQuality({ documents: inputs, policy }), documents };
  },
};

async function measure(context: StepContext, document: StoredDocument): Promise<QualityMeasures> {
  const { pictures, engines } = context;
  const measures = await pictures.measure(document);
  if (document.type === 'selfie') return measures;
  try {
    const words = await findWords(context, document);
    return await pictures.look(document, (image) => withText(engines, image, { measures, words }));
  } catch (error) {
    // A document that cannot be read fails the reading step, not an earlier one.
    if (error instanceof EngineError) return measures;
    throw error;
  }
}

/** Returns the measures of a picture together with those of its text, or without them if hardly any text was read. */
export async function withText(
  engines: Pick<Engines, 'quality'>,
  image: RasterImage,
  { measures, words }: { measures: QualityMeasures; words: readonly WordPlace[] },
): Promise<QualityMeasures> {
  if (words.filter(({ sure }) => sure).length < TEXT_WORDS_MIN) return measures;
  const text = await engines.quality.measureText(image, words, { glare: measures.glareShare > 0 });
  return text ? { ...measures, text } : measures;
}
