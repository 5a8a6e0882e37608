import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

/**
 * Builds the applicant's page into the folder `capture` of the console's build. It is a bundle of its own, because the capture listener serves it
 * and knows no file of the console.
 */
export function capturePage(): Plugin {
  let folder = '';
  return {
    name: 'capture-page',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => {
      folder = resolve(root, outDir, 'capture');
    },
    closeBundle: async () => {
      await build({
        configFile: false,
        root: fileURLToPath(new URL('capture', import.meta.url)),
        base: '/c/',
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
