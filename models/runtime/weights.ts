import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EngineError } from '../ports.ts';

/** One entry of `models/weights.json`. */
export interface Weight {
  /** Its path in the weights folder, `face/faceres.bin`. */
  file: string;
  /** Package and path inside it. */
  from: string;
  /** If it is not a copy but an ONNX file made of that graph model: its results. */
  outputs?: string[];
  /** If no package has the graph model in the necessary form: the name in `models/graphs` of the one made from that file. */
  made?: string;
  sha256: string;
  bytes: number;
  licence: string;
  version: string;
}

/** Where the launcher puts the models; a packaged appliance has them outside its archive. */
export const WEIGHTS_DIR = process.env['CUSTOS_WEIGHTS_DIR'] ?? fileURLToPath(new URL('../weights', import.meta.url));

/** What a person does if a model file is missing or damaged. */
export const REMEDY = 'Install Custos again, which restores the models. In a clone, run npm start again.';
const LIST = new URL('../weights.json', import.meta.url);

/** Every model file that the engines load, with licence and version. */
export const WEIGHTS: readonly Weight[] = (JSON.parse(readFileSync(LIST, 'utf8')) as { files: Weight[] }).files;

/**
 * Returns the bytes of a model file of `dir`, checked against the list. Throws `EngineError('unavailable')`, naming the
 * file and the remedy, if it is not listed, missing, or different from the list.
 */
export async function readWeight(dir: string, file: string): Promise<Buffer<ArrayBuffer>> {
  const weight = WEIGHTS.find((listed) => listed.file === file);
  if (weight === undefined)
    throw new EngineError('unavailable', `The model file ${file} is not in models/weights.json.`);
  const bytes = await readFile(join(dir, file)).catch((error: unknown) => {
    throw new EngineError('unavailable', `The model file ${file} is missing. ${REMEDY}`, error);
  });
  assertWhole(weight, bytes);
  return bytes;
}

/** Throws `EngineError('unavailable')`, naming the file and the remedy, if its bytes differ from the list. */
export function assertWhole({ file, sha256 }: Weight, bytes: Uint8Array): void {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new EngineError('unavailable', `The model file ${file} is damaged. ${REMEDY}`);
}
