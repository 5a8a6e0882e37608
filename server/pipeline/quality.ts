import { checkQuality } from '../checks/quality.ts';
import { readableDocuments } from './documents.ts';
import type { Step } from './step.ts';

/** Measures each decoded picture and judges it by the policy's limits. */
export const qualityStep: Step<'quality'> = {
  name: 'quality',
  async run(context) {
    const { pictures, policy, results } = context;
    const documents = await Promise.all(
      readableDocuments(context).map(async (document) => ({
        document_id: document.id,
        measures: await pictures.measure(document),
      })),
    );
    const inputs = (results.intake?.documents ?? []).map((intake) => ({
      document_id: intake.document_id,
      type: intake.declared_type,
      width: intake.width,
      height: intake.height,
      damaged: intake.damaged,
      measures: documents.find((measured) => measured.document_id === intake.document_id)?.measures ?? null,
    }));
    return { ...checkQuality({ documents: inputs, policy }), documents };
  },
};
