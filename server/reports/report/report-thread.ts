import { parentPort } from 'node:worker_threads';
import { guardEgress } from '../../lib/egress.ts';
import { drawReport, makeThumbnail, type Thumbnail } from './draw.ts';
import type { ThreadAnswer, ThreadOrder } from './drawer.ts';

// Nothing in this thread needs a connection.
guardEgress(() => {});

const thumbnails: Promise<Thumbnail | null>[] = [];

parentPort?.on('message', (order: ThreadOrder) => {
  if (order.kind === 'picture')
    thumbnails.push(order.picture === null ? Promise.resolve(null) : makeThumbnail(order.picture));
  else
    draw(order).then(
      (answer) => parentPort?.postMessage(answer),
      // The library's own message is withheld, because it may contain drawn text.
      (error: unknown) => parentPort?.postMessage({ problem: error instanceof Error ? error.name : typeof error }),
    );
});

async function draw({ report, limits }: Extract<ThreadOrder, { kind: 'draw' }>): Promise<ThreadAnswer> {
  return { file: await drawReport(report, await Promise.all(thumbnails), limits) };
}
