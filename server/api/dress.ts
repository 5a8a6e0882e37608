import type { Server } from 'node:http';
import type { Appliance } from '../appliance/appliance.ts';
import { answerBrokenHttp } from './broken-http.ts';
import type { inTurn } from './in-turn.ts';

/** Prepares a server of an app: requests go through `turns`, and bytes that are no request are answered and noted in log and metrics. */
export function dressServer(
  server: Server,
  turns: ReturnType<typeof inTurn>,
  { newId, metrics, log }: Pick<Appliance, 'newId' | 'metrics' | 'log'>,
): void {
  turns.watch(server);
  // Their total size limits them, as the error says. By default Node also refuses the 2,001st header.
  server.maxHeadersCount = 0;
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  answerBrokenHttp(server, {
    newId,
    observe({ requestId, ...facts }) {
      metrics.observeRequest(facts);
      log.info('request', { requestId, ...facts, complete: true });
    },
  });
}
