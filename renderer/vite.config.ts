import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { capturePage, hubPage } from './bundles.config.ts';
import { MANUAL_SCRIPT, manualPages } from './manual/pages.ts';
import { textTables } from './text-tables.ts';

const ASSETS = 'console';
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Three scripts: for every screen, for the screens of daily work, and for administration. One script per screen would
 * be a fifth larger in total, because small files hardly compress, and would load in many pieces.
 */
const GROUPS = [
  // The manual's search, which the console does not load.
  { name: 'search', test: /node_modules[\\/]minisearch/ },
  // What guides a person before the camera: the console and the applicant's pages load it.
  { name: 'guide', test: /renderer[\\/]guide|models[\\/]pixels/ },
  {
    name: 'ground',
    test: /node_modules|renderer[\\/](?:app|client|layout|live|main|parts(?![\\/](?:policy|camera|files[\\/](?!media)))|router|routes|screens|text)\b/,
  },
  {
    name: 'work',
    test: /renderer[\\/](?:pages[\\/](?:alerts|captures|company|create|create-company|queue|screening|verification)|parts[\\/](?:camera|files))[\\/]/,
  },
  { name: 'office', test: /renderer[\\/](?:pages|parts[\\/]policy)[\\/]/ },
];

/**
 * Builds the console into `renderer/dist`, which the appliance serves. Nothing is inlined and nothing loads from
 * another origin, so the page works under `default-src 'self'`.
 */
export default defineConfig({
  root: at('.'),
  base: '/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [textTables(ASSETS), manualPages(at('../server/manual'), ASSETS), capturePage(), hubPage()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    assetsDir: ASSETS,
    assetsInlineLimit: 0,
    // One stylesheet: a page that loads later must not flash without its styles.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    target: 'es2024',
    rolldownOptions: {
      // A slow machine is no fault of a plugin.
      checks: { bundlerTimings: false },
      input: { console: at('index.html'), [MANUAL_SCRIPT]: at('manual/main.ts'), docs: at('manual/docs.ts') },
      output: { codeSplitting: { groups: GROUPS } },
    },
    reportCompressedSize: false,
  },
});
