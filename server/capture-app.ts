import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import express, { type Express, Router } from 'express';
import { bodyDeadline } from './api/body-deadline.ts';
import { captureFilesRouter, readCaptureFiles } from './api/capture-files.ts';
import { createCaptureGuard } from './api/capture-guard.ts';
import { capturePageHandlers } from './api/capture-page.ts';
import { dressServer } from './api/dress.ts';
import { refuseExpectations } from './api/expectations.ts';
import { securityHeaders } from './api/headers.ts';
import { hostAllowList } from './api/hosts.ts';
import { inTurn } from './api/in-turn.ts';
import { lingerOnRefusal } from './api/linger.ts';
import { mount } from './api/mount.ts';
import { notFoundHandler, problemHandler } from './api/problem.ts';
import { requestId } from './api/request-id.ts';
import { requestLog } from './api/request-log.ts';
import type { Appliance } from './appliance/appliance.ts';
import { capturePageRoutes } from './contract/capture-page.ts';
import { lazily } from './lib/lazily.ts';
import { LIMITS } from './lib/limits.ts';

/** The built page, where the launcher and the packaging put it. */
const files = lazily(() => readCaptureFiles(fileURLToPath(new URL('../renderer/dist/capture', import.meta.url))));

/** Builds the app of the capture listener: the applicant's page and its routes, and nothing of the console or `/v1`. */
export function createCaptureApp(appliance: Appliance): { app: Express; dress(server: Server): void } {
  const { config, lan, log, metrics, newId } = appliance;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const turns = inTurn();
  app.use(turns.take, requestId({ newId }), requestLog({ log, observe: metrics.observeRequest }));
  app.use(securityHeaders, hostAllowList(config, lan.answersTo), refuseExpectations);
  app.use(lingerOnRefusal(LIMITS.lingerMs), bodyDeadline(LIMITS.bodyTimeoutMs, []));
  app.use(captureFilesRouter(files()));
  app.use(mount(Router(), createCaptureGuard(), capturePageRoutes, capturePageHandlers(appliance)));
  app.use(notFoundHandler, problemHandler({ log }));
  return {
    app,
    dress: (server) => dressServer(server, turns, appliance),
  };
}
