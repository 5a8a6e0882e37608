import { type Response, Router } from 'express';
import { type ApiKey, createKey, type KeyDeps, listKeys, revokeKey, rotateKey } from '../access/keys.ts';
import { type KeyAnswer, newKeySchema } from '../contract/keys.ts';
import { isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { principalOf } from './authorise.ts';
import { sendWhole } from './dataset-routes.ts';
import type { Guard } from './guard.ts';
import { jsonBody } from './json-body.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow } from './validate.ts';

const PATH = '/v1/api-keys';

/** `/v1/api-keys`: list, create, revoke, rotate. A test key never reaches a live one. */
export function keysRouter(deps: { guard: Guard; access: KeyDeps }): Router {
  const router = Router();
  const allow = [...deps.guard.allow('admin'), produces('application/json')];
  addRoute(router, PATH, {
    get: [
      ...allow,
      (_req, res) => {
        const keys = listKeys(deps.access).filter((key) => isWithinReach(res, key.livemode));
        sendWhole(res, PATH, keys.reverse().map(presentKey));
      },
    ],
    post: [
      ...allow,
      ...jsonBody,
      (req, res) => {
        const input = parseOrThrow(newKeySchema, req.body, 'The key cannot be made like this. See errors.');
        const livemode = input.livemode ?? principalOf(res).livemode;
        if (!isWithinReach(res, livemode)) {
          throw new AppError('forbidden', 'A test key makes test keys only. Use a live key with the scope admin.');
        }
        const expiresAtMs = readExpiry(input.expires_at, deps.access.clock.now());
        const { key, secret } = createKey(deps.access, {
          ...input,
          livemode,
          expiresAtMs,
          actor: principalOf(res).actorId,
        });
        res.status(201).json({ ...presentKey(key), secret });
      },
    ],
  });
  addRoute(router, `${PATH}/:id/revoke`, {
    post: [
      ...allow,
      (req, res) => {
        const id = reach(deps.access, res, req.params['id']);
        res.json(presentKey(revokeKey(deps.access, id, principalOf(res).actorId)));
      },
    ],
  });
  addRoute(router, `${PATH}/:id/rotate`, {
    post: [
      ...allow,
      (req, res) => {
        const id = reach(deps.access, res, req.params['id']);
        const { key, secret } = rotateKey(deps.access, id, principalOf(res).actorId);
        res.status(201).json({ ...presentKey(key), secret });
      },
    ],
  });
  return router;
}

/** A key that never works would look like one that was made. */
function readExpiry(time: string | undefined, nowMs: number): number | null {
  if (time === undefined) return null;
  const expiresAtMs = Date.parse(time);
  if (expiresAtMs > nowMs) return expiresAtMs;
  const message = 'expires_at is in the past; send a time to come, or leave it out.';
  const item = { code: 'invalid_value', message, field: 'expires_at' };
  throw new AppError('invalid_request', { detail: message, items: [item] });
}

const isWithinReach = (res: Response, livemode: boolean): boolean => principalOf(res).livemode || !livemode;

function reach(access: KeyDeps, res: Response, id: string | string[] | undefined): string {
  const key = listKeys(access).find((candidate) => candidate.id === id);
  if (!key || !isWithinReach(res, key.livemode)) {
    throw new AppError('not_found', 'There is no API key with this id. List the keys to find it.');
  }
  return key.id;
}

function presentKey(key: ApiKey): KeyAnswer {
  const time = (timeMs: number | null): string | null => (timeMs === null ? null : isoTime(timeMs));
  return {
    id: key.id,
    label: key.label,
    livemode: key.livemode,
    scopes: key.scopes,
    created_at: isoTime(key.createdAtMs),
    expires_at: time(key.expiresAtMs),
    revoked_at: time(key.revokedAtMs),
    replaced_by: key.replacedBy,
    last_used_at: time(key.lastUsedAtMs),
  };
}
