import { serveOperations } from '../../runtime/serve.ts';
import { registerFonts } from './ink.ts';
import { createRandom } from './random.ts';
import { drawSamples } from './samples.ts';

/** Draws the batch of each seed that it receives. */
serveOperations(async ({ batchSize }: { batchSize: number }) => {
  registerFonts();
  return {
    draw: async (seed: number) => {
      const output = await drawSamples(batchSize, createRandom(seed));
      return { output, transfer: [output.windows.buffer, output.labels.buffer] };
    },
  };
});
