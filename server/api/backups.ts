import { type RequestHandler, Router } from 'express';
import type { Backup, Backups } from '../backup/backups.ts';
import { type BackupAnswer, newBackupSchema } from '../contract/backups.ts';
import { AppError } from '../lib/errors.ts';
import { principalOf } from './authorise.ts';
import { idOf, sendWhole } from './dataset-routes.ts';
import type { Guard } from './guard.ts';
import { jsonBody } from './json-body.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow } from './validate.ts';

const PATH = '/v1/backups';

/** `/v1/backups`: list and make them. Where they go is configured, never asked for over HTTP. Both modes are in them, so a test key has no say. */
export function backupsRouter({ guard, backups }: { guard: Guard; backups: Backups }): Router {
  const router = Router();
  const allow = [...guard.allow('admin'), liveOnly, produces('application/json')];
  addRoute(router, PATH, {
    get: [...allow, (_req, res) => sendWhole(res, PATH, backups.list().map(present))],
    post: [
      ...allow,
      ...jsonBody,
      (req, res) => {
        const input = parseOrThrow(newBackupSchema, req.body, 'The backup cannot be made like this. See errors.');
        const begun = backups.begin(input, principalOf(res).actorId);
        res.status(202).setHeader('Location', `${PATH}/${begun.id}`).json(present(begun));
      },
    ],
  });
  addRoute(router, `${PATH}/:id`, {
    get: [
      ...allow,
      (req, res) => {
        const found = backups.list().find(({ id }) => id === idOf(req));
        if (!found) throw new AppError('not_found', 'There is no backup with this id. List the backups.');
        res.json(present(found));
      },
    ],
  });
  return router;
}

const liveOnly: RequestHandler = (_req, res, next) => {
  if (!principalOf(res).livemode) {
    throw new AppError('forbidden', 'Backups hold live data. Use a live key with the scope admin.');
  }
  next();
};

function present({ id, status, createdAt, sizeBytes, progress, problem }: Backup): BackupAnswer {
  return {
    id,
    object: 'backup',
    status,
    created_at: createdAt,
    size_bytes: sizeBytes,
    progress: progress && { done_bytes: progress.doneBytes, total_bytes: progress.totalBytes },
    problem,
  };
}
