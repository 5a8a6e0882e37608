import { createHash } from 'node:crypto';
import { Crops } from '../face/crops.ts';
import { findFaces, wholePixels } from '../face/detect.ts';
import { createEmbedder } from '../face/embed.ts';
import { createLook, type MeshPoint } from '../face/look.ts';
import { FACE_NETS, type FaceNets } from '../face/nets.ts';
import { decodeImage } from '../image/decode.ts';
import { EngineError, type FrameMeasure } from '../ports.ts';
import { anglesOf } from './angles.ts';
import { backdropOf } from './backdrop.ts';

/** The order to measure one frame. */
export interface FrameInput {
  jpeg: Uint8Array;
  embeddings: boolean;
}

/** A frame is 640 by 480 pixels. A camera that gives more is reduced; a file that claims far more is refused. */
const FRAME_LIMITS = { imagePixelsMax: 1920 * 1440, workingSidePixelsMax: 640 };
const CROP_SIZE_MAX = Math.max(...Object.values(FACE_NETS).map(({ size }) => size));

/** Returns what measures one frame with the nets of the face engine. */
export function createFrameMeter(nets: FaceNets): (input: FrameInput) => Promise<FrameMeasure> {
  const embed = createEmbedder(nets);
  return async ({ jpeg, embeddings }) => {
    const { image, original } = await decodeImage(jpeg, FRAME_LIMITS);
    if (original.format !== 'jpeg') throw new EngineError('bad_input', 'A frame of a challenge must be a JPEG file.');
    const { width, height } = image;
    using crops = new Crops(image, CROP_SIZE_MAX);
    const found = await findFaces(crops, createLook(nets, crops), 'whole');
    const largest = found[0];
    const box = largest === undefined ? null : wholePixels(largest.box);
    return {
      sha256: createHash('sha256').update(jpeg).digest('hex'),
      width,
      height,
      faces: found.length,
      face:
        largest === undefined || box === null
          ? null
          : {
              box,
              ...faceNumbers(largest.mesh),
              embedding: embeddings ? await embed(crops, largest.mesh) : null,
            },
      backdrop: backdropOf(image, box),
    };
  };
}

function faceNumbers(mesh: readonly MeshPoint[]) {
  const points = Float32Array.from(mesh.flatMap(({ x, y, z }) => [x, y, z]));
  return { points, ...anglesOf(points) };
}
