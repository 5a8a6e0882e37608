import type { Response } from 'express';
import type { Principal } from '../access/principal.ts';
import type { eventRoutes, ProgressAnswer } from '../contract/events.ts';
import type { kybRoutes, verificationRoutes } from '../contract/verification-routes.ts';
import type { EventLog } from '../events/log.ts';
import type { ProgressHub } from '../events/progress.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Which } from '../verifications/record-action.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { principalOf } from './authorise.ts';
import type { Call } from './call.ts';
import { readVisible } from './event-access.ts';
import { seqOfCursor } from './events.ts';
import type { Handlers } from './mount.ts';
import { refuseUnknown, whichOf } from './records.ts';

const STREAM_TYPE = 'text/event-stream';
const STREAM_HEADERS = { 'Content-Type': STREAM_TYPE, 'X-Accel-Buffering': 'no' };
/** Number of events read from the log at once. */
const BATCH = 50;

/** The names of the progress events. */
const PROGRESS_EVENTS: Record<VerificationKind, string> = {
  kyc: 'verification.progress',
  kyb: 'kyb.verification.progress',
};

export interface StreamDeps {
  events: Pick<EventLog, 'readAfter' | 'seqOf' | 'lastSeq' | 'subscribe'>;
  progress: Pick<ProgressHub, 'subscribe'>;
  /** Whether the key or the session is still valid. */
  isUsable(principal: Principal): boolean;
  /** Whether the record exists; may throw if it existed before. */
  exists(which: Which): boolean;
  heartbeatMs?: number;
  revokeCheckMs?: number;
}

type Rows = Pick<typeof eventRoutes, 'streamEvents'> &
  Pick<typeof verificationRoutes, 'streamVerification'> &
  Pick<typeof kybRoutes, 'streamKybVerification'>;

export interface Streams {
  handlers: Handlers<Rows>;
  /** Ends every stream, so the server can stop. */
  closeAll(): void;
}

interface Target {
  /** The verification to follow; without it, every event that the caller may see. */
  subjectId?: string;
  progressEvent?: string;
  /** Whether there is still something to follow. */
  exists(): boolean;
  /** The position in the log after which the stream begins. */
  seq: number;
}

/**
 * Server-sent events. `GET /v1/verifications/{id}/stream`, and the same route for companies, sends a record's events from its first and its
 * progress. `GET /v1/events/stream` sends every event from now on. Both resume after `Last-Event-ID`. A stream ends soon after its key or session
 * stops being valid, or its record is erased.
 */
export function createStreams(deps: StreamDeps): Streams {
  const open = new Map<string, Set<() => void>>();
  const start = (res: Response, target: Target): void => {
    // Only the headers can end.
    if (res.req.method === 'HEAD') return void res.writeHead(200, STREAM_HEADERS).end();
    const principal = principalOf(res);
    const ofActor = open.get(principal.actorId) ?? new Set();
    if (ofActor.size >= LIMITS.streamsPerActorMax)
      throw new AppError('rate_limited', {
        detail: `You have ${LIMITS.streamsPerActorMax} open streams. Close one, then open another.`,
        retryAfterSeconds: Math.ceil(LIMITS.streamHeartbeatMs / 1000),
      });
    open.set(principal.actorId, ofActor);
    const close = runStream(deps, res, principal, target, () => {
      ofActor.delete(close);
      if (ofActor.size === 0) open.delete(principal.actorId);
    });
    ofActor.add(close);
  };
  const resumedAt = ({ req, livemode }: Call) => seqOfCursor(deps.events, req.get('last-event-id'), livemode);
  const follow = (kind: VerificationKind) => (call: Call) => {
    const which = whichOf(kind, call);
    if (!deps.exists(which)) refuseUnknown();
    const exists = () => deps.exists(which);
    const progressEvent = PROGRESS_EVENTS[kind];
    start(call.res, { subjectId: call.id, progressEvent, exists, seq: resumedAt(call) ?? 0 });
  };
  return {
    handlers: {
      streamVerification: follow('kyc'),
      streamKybVerification: follow('kyb'),
      streamEvents: (call) => start(call.res, { exists: () => true, seq: resumedAt(call) ?? deps.events.lastSeq() }),
    },
    closeAll() {
      for (const close of [...open.values()].flatMap((set) => [...set])) close();
    },
  };
}

/** Writes until the client disconnects, the key or session stops being valid, or the caller calls the returned function. */
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
  /** A client that does not read gets no orderly end: it would take as long as it likes. */
  const end = (): void => {
    stop();
    if (res.writableNeedDrain) res.destroy();
    else res.end();
  };
  /** Reads on only while the client takes what was written. After a revocation nothing more is sent to that client. */
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

/** For work outside a request's handlers, where an error would end the process: the client reconnects and resumes. */
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
    // Has no id, so a reconnecting client still names the last event of the log. Not buffered for a slow client.
    const progress: ProgressAnswer = { id: subjectId, step, done, total };
    if (!res.writableNeedDrain && deps.isUsable(principal))
      res.write(`event: ${progressEvent}\ndata: ${JSON.stringify(progress)}\n\n`);
  });
}

/**
 * Sends a keep-alive now and then, which also shows that a client has disconnected. Ends the stream if the key or session has ended or the record
 * was erased.
 */
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
