import { EngineError } from '../../models/ports.ts';
import type { DocumentIntake } from '../checks/types.ts';
import type { StoredDocument } from '../verifications/types.ts';
import type { Pictures } from './pictures.ts';
import type { Step } from './step.ts';

/** Decodes each file. One that gives no picture is told so and left out of the later steps. */
export const intakeStep: Step<'intake'> = {
  name: 'intake',
  async run({ verification, pictures }) {
    return { documents: await Promise.all(verification.documents.map((document) => takeIn(document, pictures))) };
  },
};

async function takeIn(document: StoredDocument, pictures: Pictures): Promise<DocumentIntake> {
  const known = {
    document_id: document.id,
    declared_type: document.type,
    declared_side: document.side,
    media_type: document.mediaType,
  };
  try {
    const { original, damaged } = await pictures.decode(document);
    return { ...known, decoded: true, width: original.width, height: original.height, damaged };
  } catch (error) {
    if (!(error instanceof EngineError) || error.failure !== 'bad_input') throw error;
    return { ...known, decoded: false, width: null, height: null, damaged: true };
  }
}
