import type { Server } from 'node:http';
import express, { type Express, Router } from 'express';
import { bodyDeadline } from '../../api/body-deadline.ts';
import { type BuiltPage, readBuiltPage } from '../../api/built-files.ts';
import { type BuiltConsole, CONSOLE_POLICY, manualRouter } from '../../api/console.ts';
import { refuseExpectations } from '../../api/expectations.ts';
import { securityHeaders } from '../../api/headers.ts';
import { hostAllowList } from '../../api/hosts.ts';
import { inTurn } from '../../api/in-turn.ts';
import { lingerOnRefusal } from '../../api/linger.ts';
import { mount, pathOf } from '../../api/mount.ts';
import { pageRouter } from '../../api/page-router.ts';
import { notFoundHandler, problemHandler } from '../../api/problem.ts';
import { requestId } from '../../api/request-id.ts';
import { requestLog } from '../../api/request-log.ts';
import { HUB_CONSOLE_ROUTES } from '../../contract/hub-console.ts';
import type { Route } from '../../contract/route.ts';
import { LIMITS } from '../../lib/limits.ts';
import { hubAuditHandlers } from './audit.ts';
import { hubBranchHandlers } from './branches.ts';
import { hubCarriedHandlers } from './carried.ts';
import type { HubConsole } from './deps.ts';
import { hubEnrolmentHandlers } from './enrolments.ts';
import { createHubGuard } from './guard.ts';
import { hubOperatorHandlers } from './operators.ts';
import { hubRecordHandlers } from './records.ts';
import { hubRolloutHandlers } from './rollouts.ts';
import { hubSessionHandlers } from './session.ts';

/** Reads the files of the built console of the hub; null if there is no such folder. */
export const readHubFiles = (folder: string): BuiltPage | null => readBuiltPage(folder, 'assets');

/**
 * Builds the app of the hub's console: its page, its routes, and the manual.
 * @param manual where the manual's pages are, with the console of the appliance
 * @param names host names that the console answers to, besides those of this machine
 */
export function createHubApp(
  parts: HubConsole,
  {
    built,
    manual,
    host,
    names,
  }: { built: BuiltPage | null; manual: BuiltConsole | null; host: string; names: readonly string[] },
): { app: Express; dress(server: Server): void } {
  const { log, newId } = parts.hub;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const turns = inTurn();
  app.use(turns.take, requestId({ newId }), requestLog({ log, observe: () => {} }));
  app.use(
    securityHeaders,
    hostAllowList({ host, allowedHosts: names }, () => false),
    refuseExpectations,
  );
  const slow = Object.values<Route>(HUB_CONSOLE_ROUTES).filter((row) => row.slow);
  app.use(lingerOnRefusal(LIMITS.lingerMs), bodyDeadline(LIMITS.bodyTimeoutMs, slow.map(pathOf)));
  app.use(
    pageRouter(built, {
      // The screens are named after the # of the address.
      paths: ['/'],
      files: '/assets',
      headers: { 'Content-Security-Policy': CONSOLE_POLICY, 'Cross-Origin-Opener-Policy': 'same-origin' },
    }),
  );
  app.use(manualRouter(manual));
  app.use(
    mount(Router(), createHubGuard(parts.access), HUB_CONSOLE_ROUTES, {
      ...hubSessionHandlers(parts),
      ...hubOperatorHandlers(parts),
      ...hubBranchHandlers(parts),
      ...hubRecordHandlers(parts),
      ...hubEnrolmentHandlers(parts),
      ...hubRolloutHandlers(parts),
      ...hubCarriedHandlers(parts),
      ...hubAuditHandlers(parts),
    }),
  );
  app.use(notFoundHandler, problemHandler({ log }));
  return { app, dress: turns.watch };
}
