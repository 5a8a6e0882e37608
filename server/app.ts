import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import express, { type Express, Router } from 'express';
import { isKeyUsable } from './access/keys.ts';
import { isSessionUsable } from './access/sessions.ts';
import { alertHandlers } from './api/alerts.ts';
import { auditHandlers } from './api/audit.ts';
import { backupHandlers } from './api/backups.ts';
import { bodyDeadline } from './api/body-deadline.ts';
import { captureSessionHandlers } from './api/capture-sessions.ts';
import { createConsole, readConsole } from './api/console.ts';
import { uploadHandlers } from './api/dataset-uploads.ts';
import { directoryHandlers, directoryLoginHandlers } from './api/directory.ts';
import { docsRouter } from './api/docs.ts';
import { dressServer } from './api/dress.ts';
import { eventHandlers } from './api/events.ts';
import { evidenceHandlers } from './api/evidence.ts';
import { refuseExpectations } from './api/expectations.ts';
import { createGuard } from './api/guard.ts';
import { securityHeaders } from './api/headers.ts';
import { hostAllowList } from './api/hosts.ts';
import { hubHandlers } from './api/hub.ts';
import { createOnce } from './api/idempotency.ts';
import { inTurn } from './api/in-turn.ts';
import { inspectHandlers } from './api/inspect.ts';
import { keyHandlers } from './api/keys.ts';
import { kybHandlers } from './api/kyb/verifications.ts';
import { lanHandlers } from './api/lan.ts';
import { lingerOnRefusal } from './api/linger.ts';
import { mount, pathOf } from './api/mount.ts';
import { operatorHandlers } from './api/operators.ts';
import { pictureHandlers } from './api/pictures.ts';
import { policyHandlers } from './api/policies.ts';
import { probeHandlers, readReadiness } from './api/probes.ts';
import { notFoundHandler, problemHandler } from './api/problem.ts';
import { registerHandlers } from './api/registers.ts';
import { requestId } from './api/request-id.ts';
import { requestLog } from './api/request-log.ts';
import { retentionHandlers } from './api/retention.ts';
import { reviewHandlers } from './api/reviews.ts';
import { screeningHandlers } from './api/screenings.ts';
import { searchHandlers } from './api/search.ts';
import { securityLogHandlers } from './api/security-log.ts';
import { sessionHandlers } from './api/session.ts';
import { settingsHandlers } from './api/settings.ts';
import { statisticsHandlers } from './api/statistics.ts';
import { createStreams } from './api/stream.ts';
import { systemKeyHandlers } from './api/system-keys.ts';
import { systemStateHandlers } from './api/system-state.ts';
import { timelineHandlers } from './api/timeline.ts';
import { trustListHandlers } from './api/trust-lists.ts';
import { updateHandlers } from './api/updates.ts';
import { verificationHandlers } from './api/verifications.ts';
import { watchlistHandlers } from './api/watchlists.ts';
import { webhookHandlers } from './api/webhooks.ts';
import { requireWindow } from './api/window-token.ts';
import type { Appliance } from './appliance/appliance.ts';
import { makeOpenApi } from './contract/openapi.ts';
import type { Route } from './contract/route.ts';
import { ROUTES } from './contract/routes.ts';
import { probeRoutes, type Readiness } from './contract/system.ts';
import { lazily } from './lib/lazily.ts';
import { LIMITS } from './lib/limits.ts';
import { readVersion } from './lib/version.ts';
import { createReportDrawer } from './reports/report/drawer.ts';
import { hasVerification } from './verifications/store.ts';

const version = readVersion();

/** The built console, where the launcher and the packaging put it. It is read once per process, however many appliances it opens. */
const consoleFiles = lazily(() => readConsole(fileURLToPath(new URL('../renderer/dist', import.meta.url))));

/** Routes whose bodies may take long to arrive. */
const SLOW_PATHS = Object.values<Route>(ROUTES)
  .filter(({ slow }) => slow)
  .map(pathOf);

/**
 * Builds the Express app: every route of the appliance, in the order in which a request meets them. `dress` prepares a server to answer what
 * reaches no route.
 * @param windowToken what the desktop app's window shows to use operator routes; null: any browser may
 */
export function createApp(
  appliance: Appliance,
  windowToken: string | null = null,
): { app: Express; dress(server: Server): void; readiness(): Readiness; closeStreams(): void } {
  const { access, config, log, metrics, newId } = appliance;
  const guard = createGuard({ access, ...config });
  const streams = createStreams({
    ...appliance,
    isUsable: ({ actorId, session }) => (session ? isSessionUsable(access, session) : isKeyUsable(access, actorId)),
    exists: (which) => hasVerification(appliance, which),
  });
  const document = lazily(() => makeOpenApi(version));
  const once = createOnce(appliance);
  // One report after the other, of all kinds.
  const drawer = createReportDrawer();
  let stopping = false;
  const probes = { ...appliance, isStopping: () => stopping };

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const turns = inTurn();
  app.use(turns.take);
  app.use(requestId({ newId }));
  app.use(requestLog({ log, observe: metrics.observeRequest }));
  app.use(securityHeaders, hostAllowList(config, appliance.lan.answersTo), refuseExpectations);
  app.use(lingerOnRefusal(LIMITS.lingerMs));
  app.use(bodyDeadline(LIMITS.bodyTimeoutMs, SLOW_PATHS));
  const pages = createConsole(consoleFiles());
  app.use(mount(Router(), guard, probeRoutes, probeHandlers(probes, document)));
  app.use(docsRouter(document, pages.docsScript), pages.router, requireWindow(windowToken));
  const { getHealth, getReadiness, getMetrics, getOpenApi, ...rows } = ROUTES;
  app.use(
    mount(Router(), guard, rows, {
      ...streams.handlers,
      ...verificationHandlers(appliance, once),
      ...kybHandlers(appliance, once),
      ...reviewHandlers(appliance, once),
      ...captureSessionHandlers(appliance),
      ...pictureHandlers(appliance),
      ...inspectHandlers(appliance),
      ...searchHandlers(appliance),
      ...retentionHandlers(appliance),
      ...eventHandlers(appliance),
      ...webhookHandlers(appliance),
      ...uploadHandlers(appliance),
      ...watchlistHandlers(appliance),
      ...registerHandlers(appliance),
      ...trustListHandlers(appliance),
      ...screeningHandlers(appliance, guard.screenings),
      ...alertHandlers(appliance),
      ...evidenceHandlers(appliance, { drawer, version }),
      ...statisticsHandlers(appliance, { drawer, version }),
      ...policyHandlers(appliance),
      ...backupHandlers(appliance),
      ...systemStateHandlers(appliance, version),
      ...auditHandlers(appliance),
      ...timelineHandlers(appliance),
      ...systemKeyHandlers(appliance),
      ...lanHandlers(appliance),
      ...securityLogHandlers(appliance),
      ...hubHandlers(appliance),
      ...settingsHandlers(appliance),
      ...updateHandlers(appliance),
      ...keyHandlers(appliance),
      ...operatorHandlers(appliance),
      ...sessionHandlers(appliance),
      ...directoryHandlers(appliance),
      ...directoryLoginHandlers(appliance),
    }),
  );
  app.use(pages.unknownAddress, notFoundHandler, problemHandler({ log }));
  return {
    app,
    dress: (server) => dressServer(server, turns, appliance),
    readiness: () => readReadiness(probes),
    closeStreams() {
      stopping = true;
      streams.closeAll();
    },
  };
}
