import type { Readable } from 'node:stream';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import {
  type PurgeAnswer,
  purgeRequestSchema,
  type RetentionAnswer,
  retentionChangeSchema,
} from '../contract/retention.ts';
import { isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import type { Certificate } from '../retention/certificate.ts';
import type { PurgeResult } from '../retention/purge.ts';
import type { RetentionChange } from '../retention/retention.ts';
import type { Retention, Which } from '../retention/types.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { principalOf, requireScope } from './authorise.ts';
import { sendDownload } from './download.ts';
import type { Guard } from './guard.ts';
import { jsonBody } from './json-body.ts';
import { KYB_PATH, VERIFICATIONS_PATH } from './present.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow } from './validate.ts';

export interface RetentionRouterDeps {
  guard: Guard;
  certificate(which: Which): Certificate;
  retention(which: Which): Retention;
  setRetention(which: Which, change: RetentionChange, actor: string): Retention;
  eraseBiometrics(which: Which, actor: string): Promise<number>;
  /** The archive, as it is made. */
  export(which: Which, actor: string): Promise<Readable>;
  purge(request: { livemode: boolean; dryRun: boolean; actor: string }): Promise<PurgeResult>;
}

const PATHS: Record<VerificationKind, string> = { kyc: VERIFICATIONS_PATH, kyb: KYB_PATH };
const JSON_TYPE = 'application/json';

/** How long records are kept, what is held of somebody, and erasures; `DELETE` stands with the records themselves. */
export function retentionRouter(deps: RetentionRouterDeps): Router {
  const router = Router();
  const { guard } = deps;
  const json = produces(JSON_TYPE);
  for (const kind of ['kyc', 'kyb'] as const) {
    const path = `${PATHS[kind]}/:id`;
    const read = [...guard.allow(`${kind}:read`), json];
    addRoute(router, `${path}/erasure`, {
      get: [...read, (req, res) => void res.json(deps.certificate(whichOf(req, res, kind)))],
    });
    addRoute(router, `${path}/retention`, {
      get: [
        ...read,
        (req, res) => {
          const which = whichOf(req, res, kind);
          res.json(present(which, deps.retention(which)));
        },
      ],
      post: [...guard.allow(`${kind}:write`), json, ...jsonBody, (req, res) => change(deps, req, res, kind)],
    });
    addRoute(router, `${path}/erase-biometrics`, {
      post: [
        ...guard.allow('admin'),
        json,
        async (req, res) => {
          const which = whichOf(req, res, kind);
          const faces = await deps.eraseBiometrics(which, principalOf(res).actorId);
          res.json({ id: which.id, object: 'biometrics_erasure', faces });
        },
      ],
    });
    addRoute(router, `${path}/export`, {
      get: [...guard.allow('admin'), produces('application/zip'), (req, res) => sendExport(deps, req, res, kind)],
    });
  }
  addRoute(router, '/v1/retention/purge', {
    post: [...guard.allow('admin'), json, ...jsonBody, (req, res) => purge(deps, req, res)],
  });
  return router;
}

/** Answers `DELETE` of a record of this kind. */
export type EraseHandler = (kind: VerificationKind) => RequestHandler;

/** `erase` gives the certificate. */
export function eraseHandler(erase: (which: Which, actor: string) => Promise<Certificate>): EraseHandler {
  return (kind) => async (req, res) => {
    res.json(await erase(whichOf(req, res, kind), principalOf(res).actorId));
  };
}

/** The record that a path names, in the mode of whoever asks. */
function whichOf(req: Request, res: Response, kind: VerificationKind): Which {
  return { kind, id: String(req.params['id']), livemode: principalOf(res).livemode };
}

function change(deps: RetentionRouterDeps, req: Request, res: Response, kind: VerificationKind): void {
  const read = parseOrThrow(retentionChangeSchema, req.body, 'The retention is not valid. See errors.');
  const { relationship_ended_at: endedAt, legal_hold: held, reason } = read;
  // To let a record go that others hold is more than to work with it.
  if (held !== undefined) requireScope('admin')(req, res, () => {});
  if (held === true && reason === undefined) {
    const message = 'reason is required with legal_hold: true. Say why the record is held.';
    throw new AppError('invalid_request', {
      detail: message,
      items: [{ code: 'required', message, field: 'reason' }],
    });
  }
  const which = whichOf(req, res, kind);
  const changed = deps.setRetention(
    which,
    {
      ...(endedAt === undefined ? {} : { relationshipEndedAtMs: endedAt === null ? null : Date.parse(endedAt) }),
      ...(held === undefined ? {} : { legalHold: { held, reason: reason ?? '' } }),
    },
    principalOf(res).actorId,
  );
  res.json(present(which, changed));
}

async function sendExport(
  deps: RetentionRouterDeps,
  req: Request,
  res: Response,
  kind: VerificationKind,
): Promise<void> {
  const which = whichOf(req, res, kind);
  const archive = await deps.export(which, principalOf(res).actorId);
  await sendDownload(res, { type: 'application/zip', name: `${which.id}-export.zip` }, archive);
}

async function purge(deps: RetentionRouterDeps, req: Request, res: Response): Promise<void> {
  const { dry_run: dryRun } = parseOrThrow(purgeRequestSchema, req.body, 'The request is not valid. See errors.');
  const { livemode, actorId } = principalOf(res);
  const { due, dueCount, biometricsDueCount, erased, biometricsErased } = await deps.purge({
    livemode,
    dryRun,
    actor: actorId,
  });
  const answer: PurgeAnswer = {
    object: 'purge',
    dry_run: dryRun,
    due_count: dueCount,
    due: due.map(({ id, kind, dueAtMs }) => ({ id, kind, due_at: isoTime(dueAtMs) })),
    biometrics_due_count: biometricsDueCount,
    erased,
    biometrics_erased: biometricsErased,
  };
  res.json(answer);
}

function present({ id }: Which, retention: Retention): RetentionAnswer {
  const time = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));
  return {
    id,
    object: 'retention',
    relationship_ended_at: time(retention.relationshipEndedAtMs),
    legal_hold: retention.legalHold,
    reason: retention.reason,
    due_at: time(retention.dueAtMs),
    biometrics_due_at: time(retention.biometricsDueAtMs),
  };
}
