import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EngineError } from '../ports.ts';

/** One line of `models/weights.json`. */
export interface Weight {
  /** Its place in the weights folder, `face/faceres.bin`. */
  file: string;
  /** Package and path inside it. */
  from: string;
  /** Where it is no copy but an ONNX file made of that graph model: the results that it gives. */
  outputs?: string[];
  /** Where no package has the graph model as it is needed: what `models/graphs` calls the one that it makes of that file. */
  made?: string;
  sha256: string;
  bytes: number;
  licence: string;
  version: string;
}

/** Where the launcher has put the models; a packaged appliance keeps them outside its archive. */
export const WEIGHTS_DIR = process.env['CUSTOS_WEIGHTS_DIR'] ?? fileURLToPath(new URL('../weights', import.meta.url));

/** What a person does where a model file is missing or damaged. */
export const REMEDY = 'Run npm start again: it puts the models in place.';
const LIST = new URL('../weights.json', import.meta.url);

/** Every model file that the engines load, with licence and version. */
export const WEIGHTS: readonly Weight[] = (JSON.parse(readFileSync(LIST, 'utf8')) as { files: Weight[] }).files;

/**
 * The bytes of a model file of `dir`, checked against the list. Throws `EngineError('unavailable')` naming the file and
 * the remedy if it is not listed, missing, or not what the list says.
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

/** Throws `EngineError('unavailable')` naming the file and the remedy if its bytes are not what the list says. */
export function assertWhole({ file, sha256 }: Weight, bytes: Uint8Array): void {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new EngineError('unavailable', `The model file ${file} is damaged. ${REMEDY}`);
}
