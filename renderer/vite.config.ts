import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { MANUAL_SCRIPT, manualPages } from './manual/pages.ts';
import { textTables } from './text-tables.ts';

const ASSETS = 'console';
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Three scripts: what every screen needs, the screens of daily work, and those of the office behind it. A script for each screen would be a fifth
 * larger in all, since small files hardly shrink, and would come in many pieces.
 */
const GROUPS = [
  // The manual's search: the console does not load it.
  { name: 'search', test: /node_modules[\\/]minisearch/ },
  {
    name: 'ground',
    test: /node_modules|renderer[\\/](?:app|client|layout|live|main|parts|router|routes|screens|text)\b/,
  },
  {
    name: 'work',
    test: /renderer[\\/]pages[\\/](?:alerts|company|create|create-company|queue|screening|verification)[\\/]/,
  },
  { name: 'office', test: /renderer[\\/]pages[\\/]/ },
];

/**
 * Builds the console into `renderer/dist`, which the appliance serves. Nothing is inlined and nothing is loaded from elsewhere, so that the
 * page works under `default-src 'self'`.
 */
export default defineConfig({
  root: at('.'),
  base: '/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [textTables(ASSETS), manualPages(at('../server/manual'), ASSETS)],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    assetsDir: ASSETS,
    assetsInlineLimit: 0,
    // One sheet: a page that comes later must not flash without its styles.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    target: 'es2024',
    rolldownOptions: {
      input: { console: at('index.html'), [MANUAL_SCRIPT]: at('manual/main.ts'), docs: at('manual/docs.ts') },
      output: { codeSplitting: { groups: GROUPS } },
    },
    reportCompressedSize: false,
  },
});
