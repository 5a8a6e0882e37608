// @ts-check
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const SOURCES = 'assembly';
/** A file of this name has a kernel's functions; the others are parts of several. */
const KERNEL = /^kernel-(.+)\.ts$/;

const BINARY = 'kernel.wasm';
/** No garbage collector, no checks of bounds beside WebAssembly's own, nothing imported. */
const OPTIONS = ['--runtime', 'stub', '-O3', '--noAssert', '--enable', 'simd', '--use', 'abort='];

/** Their names. */
export function kernelNames() {
  return readdirSync(join(FOLDER, SOURCES)).flatMap((file) => KERNEL.exec(file)?.[1] ?? []);
}

/**
 * The kernel `name`, compiled: the same bytes each time from the same sources by the same compiler.
 *
 * @param {string} name
 * @returns {Promise<Uint8Array>}
 * @throws {Error} with what the compiler says of the source
 */
export async function compileKernel(name) {
  /** @type {Uint8Array | null} */
  let binary = null;
  const { error, stderr } = await asc.main(
    [join(SOURCES, `kernel-${name}.ts`), '--baseDir', FOLDER, '--outFile', BINARY, ...OPTIONS],
    {
      writeFile: (file, contents) => {
        if (file === BINARY) binary = /** @type {Uint8Array} */ (contents);
      },
    },
  );
  if (error || binary === null) throw new Error(`The kernel ${name} does not compile: ${stderr.toString()}`);
  return binary;
}

/** Compiles the kernels of these names and writes them beside their sources' folder. @param {string[]} names */
async function buildKernels(names) {
  for (const name of names) writeFileSync(join(FOLDER, `${name}.wasm`), await compileKernel(name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  await buildKernels(names.length > 0 ? names : kernelNames());
}
