import { type RequestHandler, type Response, Router } from 'express';
import type { Principal, Scope } from '../access/scopes.ts';
import type { ProgressAnswer } from '../contract/events.ts';
import type { EventLog } from '../events/log.ts';
import type { ProgressHub } from '../events/progress.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { principalOf } from './authorise.ts';
import { readVisible } from './event-access.ts';
import { seqOfCursor } from './events.ts';
import type { Guard } from './guard.ts';
import { addRoute, produces } from './route.ts';

const STREAM_TYPE = 'text/event-stream';
const STREAM_HEADERS = { 'Content-Type': STREAM_TYPE, 'X-Accel-Buffering': 'no' };
/** Events that are read from the log at once. */
const BATCH = 50;

export interface StreamDeps {
  guard: Guard;
  events: Pick<EventLog, 'readAfter' | 'seqOf' | 'lastSeq' | 'subscribe'>;
  progress: Pick<ProgressHub, 'subscribe'>;
  /** Whether the key or the session still works. */
  isUsable(principal: Principal): boolean;
  /** The verifications that can be followed, by their path. */
  followed: readonly FollowedKind[];
  heartbeatMs?: number;
  revokeCheckMs?: number;
}

export interface FollowedKind {
  /** Such as `/v1/verifications`. */
  path: string;
  scope: Scope;
  /** The name of the events that tell the steps of the work. */
  progressEvent: string;
  /** May throw where there was one. */
  exists(id: string, livemode: boolean): boolean;
}

export interface Streams {
  router: Router;
  /** Ends every stream, so that the server can stop. */
  closeAll(): void;
}

interface Target {
  /** The verification that is followed; without it, every event that whoever asks may see. */
  subjectId?: string;
  progressEvent?: string;
  /** Whether there is still something to follow. */
  exists(): boolean;
  /** The place in the log after which it begins. */
  seq: number;
}

/**
 * Server-sent events: `GET /v1/verifications/{id}/stream` and the same of companies tell that record's events from its first on and the steps of
 * its work; `GET /v1/events/stream` tells every event from now on. Both resume behind `Last-Event-ID`. A stream ends soon
 * after its key or session stops working, or its record is erased.
 */
export function createStreams(deps: StreamDeps): Streams {
  const router = Router();
  const open = new Map<string, Set<() => void>>();
  const start = (res: Response, target: Target): void => {
    // The head alone has an end.
    if (res.req.method === 'HEAD') return void res.writeHead(200, STREAM_HEADERS).end();
    const principal = principalOf(res);
    const ofActor = open.get(principal.actorId) ?? new Set();
    if (ofActor.size >= LIMITS.streamsPerActorMax) throw tooManyStreams();
    open.set(principal.actorId, ofActor);
    const close = runStream(deps, res, principal, target, () => {
      ofActor.delete(close);
      if (ofActor.size === 0) open.delete(principal.actorId);
    });
    ofActor.add(close);
  };
  const stream = produces(STREAM_TYPE);
  for (const kind of deps.followed) {
    addRoute(router, `${kind.path}/:id/stream`, {
      get: [...deps.guard.allow(kind.scope), stream, followOne(deps, kind, start)],
    });
  }
  addRoute(router, '/v1/events/stream', {
    get: [
      ...deps.guard.allow('events:read'),
      stream,
      (req, res) => {
        const resumed = seqOfCursor(deps.events, req.get('last-event-id'), principalOf(res).livemode);
        start(res, { exists: () => true, seq: resumed ?? deps.events.lastSeq() });
      },
    ],
  });
  return {
    router,
    closeAll() {
      for (const close of [...open.values()].flatMap((set) => [...set])) close();
    },
  };
}

function followOne(
  deps: StreamDeps,
  { exists, progressEvent }: FollowedKind,
  start: (res: Response, target: Target) => void,
): RequestHandler {
  return (req, res) => {
    const id = String(req.params['id']);
    const { livemode } = principalOf(res);
    if (!exists(id, livemode)) {
      throw new AppError('not_found', 'There is no verification with this id for this API key.');
    }
    const seq = seqOfCursor(deps.events, req.get('last-event-id'), livemode) ?? 0;
    start(res, { subjectId: id, progressEvent, exists: () => exists(id, livemode), seq });
  };
}

/** Writes until the client leaves, the key or session stops working or somebody calls what this returns. */
function runStream(
  deps: StreamDeps,
  res: Response,
  principal: Principal,
  target: Target,
  ended: () => void,
): () => void {
  let { seq } = target;
  const stops: (() => void)[] = [];
  const stop = (): void => {
    for (const undo of stops.splice(0)) undo();
  };
  /** A reader that does not take what was written gets no orderly end: it would take as long as it likes. */
  const end = (): void => {
    stop();
    if (res.writableNeedDrain) res.destroy();
    else res.end();
  };
  /** Reads on only while the client takes what was written. What happens after a revocation is told to nobody who came before it. */
  const pump = cutOnError(res, () => {
    if (!deps.isUsable(principal)) return end();
    while (!res.writableNeedDrain && !res.writableEnded && !res.destroyed) {
      const page = readVisible(deps.events, principal, { ...target, seq, limit: BATCH });
      ({ seq } = page);
      for (const event of page.events) res.write(`id: ${event.id}\nevent: ${event.kind}\ndata: ${event.body}\n\n`);
      if (!page.hasMore) return;
    }
  });
  res.writeHead(200, STREAM_HEADERS);
  res.write(': open\n\n');
  stops.push(
    deps.events.subscribe(pump),
    watchProgress(deps, res, { principal, target }),
    ...watchOver(deps, res, { principal, target, end }),
  );
  res.on('drain', pump);
  res.once('close', () => {
    stop();
    ended();
  });
  pump();
  return end;
}

/** For what runs outside a request's handlers, where an error would end the process: the client comes back and resumes. */
function cutOnError(res: Response, work: () => void): () => void {
  return () => {
    try {
      work();
    } catch {
      res.destroy();
    }
  };
}

function watchProgress(
  deps: StreamDeps,
  res: Response,
  { principal, target }: { principal: Principal; target: Target },
): () => void {
  const { subjectId, progressEvent } = target;
  if (subjectId === undefined) return () => {};
  return deps.progress.subscribe(subjectId, ({ step, done, total }) => {
    // Without an id, so that a reconnecting client still names the last event of the log; not kept for a slow one.
    const progress: ProgressAnswer = { id: subjectId, step, done, total };
    if (!res.writableNeedDrain && deps.isUsable(principal))
      res.write(`event: ${progressEvent}\ndata: ${JSON.stringify(progress)}\n\n`);
  });
}

/** A sign of life now and then, which also shows a client that has gone; and an end where the key or session has ended, or the record was erased. */
function watchOver(
  deps: StreamDeps,
  res: Response,
  { principal, target, end }: { principal: Principal; target: Target; end: () => void },
): (() => void)[] {
  const heartbeat = setInterval(() => {
    if (res.writableNeedDrain) res.destroy();
    else res.write(': alive\n\n');
  }, deps.heartbeatMs ?? LIMITS.streamHeartbeatMs);
  const checkEnd = cutOnError(res, () => {
    if (!deps.isUsable(principal) || !target.exists()) end();
  });
  const revocation = setInterval(checkEnd, deps.revokeCheckMs ?? LIMITS.streamRevokeCheckMs);
  return [heartbeat, revocation].map((timer) => () => clearInterval(timer));
}

function tooManyStreams(): AppError {
  return new AppError('rate_limited', {
    detail: `You have ${LIMITS.streamsPerActorMax} streams open. Close one, then open another.`,
    retryAfterSeconds: Math.ceil(LIMITS.streamHeartbeatMs / 1000),
  });
}
