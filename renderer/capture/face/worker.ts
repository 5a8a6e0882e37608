import { FACE_NETS } from '../../../models/face/nets.ts';
import type { Pixels } from './crop.ts';
import { DETECTOR_FILES, loadNet, MESH_FILES, startTensorflow } from './nets.ts';
import { seeFaces } from './sight.ts';

/** The face guidance in a worker of the page: answers each frame with what it shows. An error ends it; the page then guides by the appliance alone. */
const started = startTensorflow().then(async () => ({
  detector: await loadNet(FACE_NETS.detector, DETECTOR_FILES),
  mesh: await loadNet(FACE_NETS.mesh, MESH_FILES),
}));

addEventListener('message', async ({ data }: MessageEvent<Pixels>) => {
  postMessage(await seeFaces(await started, data));
});
