import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { textTables } from './text-tables.ts';

const ASSETS = 'console';

/**
 * Builds the console into `renderer/dist`, which the appliance serves. Nothing is inlined and nothing is loaded from elsewhere, so that the
 * page works under `default-src 'self'`.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [textTables(ASSETS)],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    assetsDir: ASSETS,
    assetsInlineLimit: 0,
    // One sheet: a page that comes later must not flash without its styles.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    target: 'es2024',
    reportCompressedSize: false,
  },
});
