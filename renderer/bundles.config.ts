import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { textTables } from './text-tables.ts';

/**
 * Builds the applicant's page into the folder `capture` of the console's build. It is a bundle of its own, because the capture listener serves it
 * and knows no file of the console.
 */
export const capturePage = (): Plugin => ownBundle('capture', '/c/');

/** Builds the console of the hub into the folder `hub`: another program serves it. */
export const hubPage = (): Plugin => ownBundle('hub', '/', [textTables('assets')]);

function ownBundle(source: string, base: string, plugins: Plugin[] = []): Plugin {
  let folder = '';
  return {
    name: `${source}-page`,
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => {
      folder = resolve(root, outDir, source);
    },
    closeBundle: async () => {
      await build({
        configFile: false,
        root: fileURLToPath(new URL(source, import.meta.url)),
        base,
        plugins,
        publicDir: false,
        logLevel: 'warn',
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        worker: { format: 'es', rolldownOptions: { checks: { bundlerTimings: false } } },
        build: {
          outDir: folder,
          emptyOutDir: true,
          assetsInlineLimit: 0,
          cssCodeSplit: false,
          modulePreload: { polyfill: false },
          target: 'es2024',
          rolldownOptions: { checks: { bundlerTimings: false } },
          reportCompressedSize: false,
        },
      });
    },
  };
}
