// @ts-check
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const SOURCES = 'assembly';
/** A file of this name has a kernel's functions; the others are shared parts. */
const KERNEL = /^kernel-(.+)\.ts$/;

/** The compiler's output names: the program, and a declaration of its functions. */
const BINARY = 'kernel.wasm';
const DECLARATION = 'kernel.d.ts';
/** No garbage collector, no bounds checks except WebAssembly's own, no imports. */
const OPTIONS = ['--runtime', 'stub', '-O3', '--noAssert', '--enable', 'simd', '--use', 'abort=', '--bindings', 'raw'];
/** A function in it, and the maximum length of a line. */
const FUNCTION = /export function (\w+)\((.*)\): (\w+);/g;
const LINE_CHARS_MAX = 120;

/** Returns the names of the kernels. */
export function kernelNames() {
  return readdirSync(join(FOLDER, SOURCES)).flatMap((file) => KERNEL.exec(file)?.[1] ?? []);
}

/**
 * Compiles the kernel `name`: the same sources and compiler produce the same bytes; and returns its functions in the syntax of an interface.
 *
 * @param {string} name
 * @returns {Promise<{ binary: Uint8Array, functions: string }>}
 * @throws {Error} with the compiler's messages
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
    // Booleans are 1 or 0 there.
    const line = `    ${called}(${parameters}): ${result === 'boolean' ? 'number' : result};\n`;
    if (line.length <= LINE_CHARS_MAX + 1) return line;
    return line.replace(`(${parameters})`, `(\n      ${parameters.replaceAll(', ', ',\n      ')},\n    )`);
  });
  return { binary, functions: `  ${name}: {\n${functions.join('')}  };\n` };
}

/**
 * Returns the functions of kernels in the form of `functions.d.mts`.
 * @param {readonly { functions: string }[]} kernels
 */
export function declareFunctions(kernels) {
  const head =
    '/** The functions of each kernel. Written by `npm run build-kernels`. */\nexport interface KernelFunctions {\n';
  return `${head}${kernels.map(({ functions }) => functions).join('')}}\n`;
}

/** Compiles every kernel, writes it next to the sources' folder, and writes the types of their functions. */
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
