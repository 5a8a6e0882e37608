// @ts-check
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const SOURCES = 'assembly';
/** A file of this name has a kernel's functions; the others are parts of several. */
const KERNEL = /^kernel-(.+)\.ts$/;

/** What the compiler calls what it makes: the program, and a declaration of its functions. */
const BINARY = 'kernel.wasm';
const DECLARATION = 'kernel.d.ts';
/** No garbage collector, no checks of bounds beside WebAssembly's own, nothing imported. */
const OPTIONS = ['--runtime', 'stub', '-O3', '--noAssert', '--enable', 'simd', '--use', 'abort=', '--bindings', 'raw'];
/** A function in it, and how long a line may be. */
const FUNCTION = /export function (\w+)\((.*)\): (\w+);/g;
const LINE_CHARS_MAX = 120;

/** Their names. */
export function kernelNames() {
  return readdirSync(join(FOLDER, SOURCES)).flatMap((file) => KERNEL.exec(file)?.[1] ?? []);
}

/**
 * The kernel `name`, compiled: the same bytes each time from the same sources by the same compiler; and its functions as an interface has them.
 *
 * @param {string} name
 * @returns {Promise<{ binary: Uint8Array, functions: string }>}
 * @throws {Error} with what the compiler says of the source
 */
export async function compileKernel(name) {
  /** @type {Record<string, string | Uint8Array | undefined>} */
  const made = {};
  const { error, stderr } = await asc.main(
    [join(SOURCES, `kernel-${name}.ts`), '--baseDir', FOLDER, '--outFile', BINARY, ...OPTIONS],
    {
      writeFile: (file, contents) => {
        made[file] = contents;
      },
    },
  );
  const { [BINARY]: binary, [DECLARATION]: declared } = made;
  if (error || typeof binary !== 'object') throw new Error(`The kernel ${name} does not compile: ${stderr.toString()}`);
  const functions = [...String(declared).matchAll(FUNCTION)].map(([, called, parameters = '', result]) => {
    // What is true or false is 1 or 0 there.
    const line = `    ${called}(${parameters}): ${result === 'boolean' ? 'number' : result};\n`;
    if (line.length <= LINE_CHARS_MAX + 1) return line;
    return line.replace(`(${parameters})`, `(\n      ${parameters.replaceAll(', ', ',\n      ')},\n    )`);
  });
  return { binary, functions: `  ${name}: {\n${functions.join('')}  };\n` };
}

/** The functions of kernels as `functions.d.mts` has them. @param {readonly { functions: string }[]} kernels */
export function declareFunctions(kernels) {
  const head =
    '/** The functions of each kernel. Written by `npm run build-kernels`. */\nexport interface KernelFunctions {\n';
  return `${head}${kernels.map(({ functions }) => functions).join('')}}\n`;
}

/** Compiles every kernel and writes it beside the sources' folder, and the types of their functions. */
async function buildKernels() {
  const kernels = [];
  for (const name of kernelNames()) {
    const kernel = await compileKernel(name);
    writeFileSync(join(FOLDER, `${name}.wasm`), kernel.binary);
    kernels.push(kernel);
  }
  writeFileSync(join(FOLDER, 'functions.d.mts'), declareFunctions(kernels));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildKernels();
