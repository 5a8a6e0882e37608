import type { Backend } from '../runtime/nets.ts';
import type { FaceNetsChoice } from './nets.ts';

/** What the worker of the face engine is told when it starts. */
export interface FaceWorkerData {
  /** The folder that `models/fill-weights.mjs` fills. */
  weightsDir: string;
  backend: Backend;
  /** What faces are recognised by; the shipped nets unless told otherwise. */
  faceNets?: FaceNetsChoice;
}
