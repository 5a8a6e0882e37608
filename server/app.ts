import { readFileSync } from 'node:fs';
import express, { type Express } from 'express';
import { isKeyUsable } from './access/keys.ts';
import { decideAlert, decideHit } from './alerts/decide.ts';
import { hitDecisions } from './alerts/decisions.ts';
import { getAlert, listAlerts } from './alerts/store.ts';
import { alertsRouter } from './api/alerts.ts';
import { makeOpenApi } from './api/contract/openapi.ts';
import { docsRouter } from './api/docs.ts';
import { eventsRouter } from './api/events.ts';
import { createGuard } from './api/guard.ts';
import { securityHeaders } from './api/headers.ts';
import { hostAllowList } from './api/hosts.ts';
import { keysRouter } from './api/keys.ts';
import { lingerOnRefusal } from './api/linger.ts';
import { openapiRouter } from './api/openapi.ts';
import { notFoundHandler, problemHandler } from './api/problem.ts';
import { requestId } from './api/request-id.ts';
import { requestLog } from './api/request-log.ts';
import { screeningsRouter } from './api/screenings.ts';
import { createStreams } from './api/stream.ts';
import { systemRouter } from './api/system.ts';
import { verificationsRouter } from './api/verifications.ts';
import { watchlistsRouter } from './api/watchlists.ts';
import { ocrFromReadings } from './checks/read/ocr.ts';
import type { Appliance } from './context.ts';
import { LIMITS } from './lib/limits.ts';
import { findIdempotent } from './verifications/idempotency.ts';
import { getVerification, listVerifications } from './verifications/store.ts';
import { submitVerification } from './verifications/submit.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The Express list: every route of the appliance, in the order in which a request meets them. */
export function createApp(appliance: Appliance): { app: Express; closeStreams(): void } {
  const { access, clock, config, db, engines, events, log, metrics, newId, progress, runner, vault, watchlists } =
    appliance;
  const guard = createGuard({
    access,
    requestsPerMinute: config.requestsPerMinute,
    createsPerMinute: config.createsPerMinute,
    screeningsPerMinute: config.screeningsPerMinute,
  });
  const streams = createStreams({
    guard,
    events,
    progress,
    isKeyUsable: (id) => isKeyUsable(access, id),
    verificationExists: (id, livemode) => getVerification(appliance, id, livemode) !== null,
  });
  const document = makeOpenApi(version);
  let stopping = false;

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(requestId({ newId }));
  app.use(requestLog({ log, observe: metrics.observeRequest }));
  app.use(securityHeaders, hostAllowList(config));
  app.use(lingerOnRefusal(LIMITS.lingerMs));
  app.use(
    systemRouter({
      engineStates: engines.states,
      pingDatabase: () => void db.prepare('SELECT 1').get(),
      watchlists: () => ({
        count: watchlists.lists(clock.now()).length,
        ready: watchlists.ready,
        problem: watchlists.problem,
      }),
      isStopping: () => stopping,
      metrics,
    }),
  );
  app.use(openapiRouter(document), docsRouter(document));
  app.use(streams.router);
  app.use(
    verificationsRouter({
      guard,
      engines,
      beginUpload: vault.beginUpload,
      async submit(input) {
        const result = await submitVerification(appliance, input);
        // After the answer is on its way: the claim is a transaction of its own.
        setImmediate(runner.wake);
        return result;
      },
      findIdempotent: (claim) => findIdempotent(appliance, claim),
      get: (id, livemode) => getVerification(appliance, id, livemode),
      list: (query) => listVerifications(appliance, query),
      ocr: ocrFromReadings,
      hitDecisions: (id) => hitDecisions(appliance, id),
    }),
  );
  app.use(eventsRouter({ guard, events }));
  app.use(
    watchlistsRouter({
      guard,
      clock,
      db,
      lists: appliance.lists,
      listsDir: config.listsDir,
    }),
  );
  app.use(screeningsRouter({ guard, clock, watchlists, policy: appliance.policy }));
  app.use(
    alertsRouter({
      guard,
      clock,
      list: (query) => listAlerts(appliance, query),
      get: (id, access) => getAlert(appliance, id, access),
      decideAlert: (id, decision, who) => decideAlert(appliance, id, decision, who),
      decideHit: (hit, decision, who) => decideHit(appliance, hit, decision, who),
    }),
  );
  app.use(keysRouter({ guard, access }));
  app.use(notFoundHandler, problemHandler({ log }));
  return {
    app,
    closeStreams() {
      stopping = true;
      streams.closeAll();
    },
  };
}
