import express, { type Express, type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { bodyDeadline } from '../../api/body-deadline.ts';
import { sendDownload } from '../../api/download.ts';
import { securityHeaders } from '../../api/headers.ts';
import { inTurn } from '../../api/in-turn.ts';
import { readJsonBody } from '../../api/json-body.ts';
import { lingerOnRefusal } from '../../api/linger.ts';
import { notFoundHandler, problemHandler } from '../../api/problem.ts';
import { perAddressLimit } from '../../api/rate-limit.ts';
import { requestId } from '../../api/request-id.ts';
import { requestLog } from '../../api/request-log.ts';
import { addRoute, consumes } from '../../api/route.ts';
import { parseOrThrow } from '../../api/validate.ts';
import { isoTime } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import { count, lineId, time } from '../../parcel/fields.ts';
import { signedSchema } from '../../parcel/signed.ts';
import { transact } from '../db/transact.ts';
import type { HubDeps } from '../deps.ts';
import { directivesAfter } from '../directives.ts';
import { answerPoll, renewCertificate, requestEnrolment } from '../enrolment.ts';
import { takeParcel } from '../intake.ts';
import { readLineState } from '../line-state.ts';
import { findPack, readPack } from '../packs.ts';
import { callerOf } from './caller.ts';
import { createTurns } from './turns.ts';

const stateSchema = z.strictObject({ line: lineId, branch_time: time.optional() });
const afterSchema = z.strictObject({ after: count });
const RANGE = /^bytes=(\d{1,15})-$/;

type Answer = (req: Request, res: Response) => Promise<unknown>;

/** Builds the app of the listener for branches. Nothing of the hub's console is on it. */
export function createWire(deps: HubDeps): { app: Express; turns: ReturnType<typeof inTurn> } {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const turns = inTurn();
  const { newId, log } = deps;
  app.use(turns.take, requestId({ newId }), requestLog({ log, observe: () => {} }), securityHeaders);
  app.use(lingerOnRefusal(LIMITS.lingerMs), bodyDeadline(LIMITS.bodyTimeoutMs, []));
  app.use(routes(deps));
  app.use(notFoundHandler, problemHandler({ log }));
  return { app, turns };
}

function routes(deps: HubDeps): Router {
  const router = Router();
  const parcels = createTurns();
  const enrolments = perAddressLimit('enrolments', LIMITS.hubEnrolmentsPerMinute);
  const signedOf = (req: Request) => parseOrThrow(signedSchema, req.body, 'Send a signed message.');
  const post = (path: string, ...handlers: RequestHandler[]): void =>
    addRoute(router, `/hub/v1${path}`, { post: handlers });

  post(
    '/enrolments',
    enrolments,
    ...readJsonBody,
    answer(async (req, res) => {
      const { id, state } = await requestEnrolment(deps, signedOf(req), 'tls');
      res.status(202).json({ enrolment_id: id, state });
    }),
  );
  post(
    '/enrolments/:id',
    enrolments,
    ...readJsonBody,
    answer(async (req, res) => res.json(await answerPoll(deps, signedOf(req)))),
  );
  post(
    '/certificates',
    ...readJsonBody,
    answer(async (req, res) => {
      const branch = await callerOf(req, deps, { mayBeExpired: true });
      res.json(await renewCertificate(deps, signedOf(req), branch));
    }),
  );
  post(
    '/parcels',
    consumes('application/octet-stream'),
    answer(async (req, res) => {
      const branch = await callerOf(req, deps);
      const receipt = await parcels.run(branch, async () =>
        takeParcel(deps, await readParcel(req, res), { by: 'tls', branch }),
      );
      res.json(receipt);
    }),
  );
  post(
    '/state',
    ...readJsonBody,
    answer(async (req, res) => {
      const branch = await callerOf(req, deps);
      const { line, branch_time } = parseOrThrow(stateSchema, req.body, 'Send the line.');
      const branchTimeMs = branch_time === undefined ? null : Date.parse(branch_time);
      const { last, head, directivesThrough, timeMs } = await readLineState(deps, { branch, line, branchTimeMs });
      res.json({ last, head, directives_through: directivesThrough, time: isoTime(timeMs) });
    }),
  );
  post(
    '/directives',
    ...readJsonBody,
    answer(async (req, res) => {
      const branch = await callerOf(req, deps);
      const { after } = parseOrThrow(afterSchema, req.body, 'Send the number of the last directive.');
      res.json({ directives: await transact(deps.pool, [branch], (tx) => directivesAfter(tx, branch, after)) });
    }),
  );
  addRoute(router, '/hub/v1/packs/:sha256', { get: [answer((req, res) => sendPack(deps, req, res))] });
  return router;
}

const answer =
  (work: Answer): RequestHandler =>
  async (req, res) => {
    await work(req, res);
  };

const readRaw = express.raw({ limit: LIMITS.hubParcelBytesMax, type: () => true });

/** The body is read when the branch has its turn, so that waiting ones cost no memory. */
async function readParcel(req: Request, res: Response): Promise<Buffer> {
  await new Promise<void>((resolve, reject) => {
    readRaw(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  return Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
}

async function sendPack(deps: HubDeps, req: Request, res: Response): Promise<void> {
  await callerOf(req, deps);
  const sha256 = String(req.params['sha256']);
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new AppError('not_found', 'The hub has no such pack.');
  const { sizeBytes } = await transact(deps.pool, 'all', (tx) => findPack(tx, sha256));
  const from = Number(RANGE.exec(req.get('range') ?? '')?.[1] ?? 0);
  res.setHeader('Accept-Ranges', 'bytes');
  if (from >= sizeBytes) {
    // RFC 9110, section 15.5.17.
    res.setHeader('Content-Range', `bytes */${sizeBytes}`).status(416).end();
    return;
  }
  if (from > 0) res.status(206).setHeader('Content-Range', `bytes ${from}-${sizeBytes - 1}/${sizeBytes}`);
  res.setHeader('Content-Length', sizeBytes - from);
  const about = { type: 'application/octet-stream', name: `${sha256}.pack` };
  await sendDownload(res, about, readPack(deps, sha256, { from, until: sizeBytes }));
}
