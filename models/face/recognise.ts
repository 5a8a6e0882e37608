import { turnImage } from '../image/turn.ts';
import type { Face, FaceReading, FaceSearch, RasterImage } from '../ports.ts';
import { type Advice, adviseOn } from './advice.ts';
import { Crops } from './crops.ts';
import { findFaces, wholePixels } from './detect.ts';
import { createEmbedder } from './embed.ts';
import { createLook } from './look.ts';
import { FACE_NETS, type FaceNets } from './nets.ts';
import { RECOGNITIONS } from './recognition.ts';

export type RecogniseFaces = (image: RasterImage, search: FaceSearch) => Promise<FaceReading>;

const CROP_SIZE_MAX = Math.max(...Object.values(FACE_NETS).map(({ size }) => size));

const NO_ADVICE: Advice = { antispoof: null, liveness: null };

/** Finds every face of a picture and embeds it. A face that is searched in parts is a portrait, which needs no advice. */
export function createRecogniser(nets: FaceNets): RecogniseFaces {
  const embed = createEmbedder(nets);
  const { model } = RECOGNITIONS[nets.choice];
  return async (asItLies, { within, turn }) => {
    using crops = new Crops(await turnImage(asItLies, turn), CROP_SIZE_MAX);
    const faces: Face[] = [];
    for (const { box, score, mesh, crop } of await findFaces(crops, createLook(nets, crops), within)) {
      const embedding = await embed(crops, mesh);
      const advice = within === 'whole' ? await adviseOn(crops, crop, nets) : NO_ADVICE;
      faces.push({ box: wholePixels(box), score, embedding, ...advice });
    }
    return { faces, model };
  };
}
