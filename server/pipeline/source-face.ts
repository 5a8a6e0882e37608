import { type DecodedImage, EngineError, type ImageEngine } from '../../models/ports.ts';
import { type ChipFace, faceOf, readFaceGroup } from '../authenticity/chip/dg2.ts';
import { AuthenticityError } from '../authenticity/errors.ts';
import { isMdoc, readMdoc } from '../authenticity/mdoc/device-response.ts';
import { portraitOf } from '../authenticity/mdoc/fields.ts';

/** Decodes the first face in DG2 or in a mobile document. Throws `EngineError('bad_input')` if there is none. */
export async function decodeSourceFace(
  engine: Pick<ImageEngine, 'decode' | 'decodeJpeg2000'>,
  file: Uint8Array,
): Promise<DecodedImage> {
  const { format, image: bytes } = firstFace(file);
  if (format === 'jpeg') return engine.decode(bytes);
  const image = await engine.decodeJpeg2000(bytes);
  return { image, original: { format: 'jpeg', width: image.width, height: image.height }, damaged: false };
}

function firstFace(file: Uint8Array): ChipFace {
  try {
    const [face] = isMdoc(file) ? facesOfMdoc(file) : readFaceGroup(file);
    if (face) return face;
  } catch (error) {
    if (!(error instanceof AuthenticityError)) throw error;
  }
  throw new EngineError('bad_input', 'The file holds no face.');
}

function facesOfMdoc(file: Uint8Array): ChipFace[] {
  return readMdoc(file).flatMap(({ items }) => {
    const portrait = portraitOf(items);
    return portrait ? [faceOf(portrait)] : [];
  });
}
