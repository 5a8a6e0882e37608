import { type RequestHandler, Router } from 'express';
import type { NamedActor } from '../access/actor-names.ts';
import type { TimelineEntryAnswer, TimelinePageAnswer } from '../contract/timeline.ts';
import { isoTime } from '../lib/clock.ts';
import type { Which } from '../verifications/act.ts';
import type { TimelineEntry } from '../verifications/timeline.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { principalOf } from './authorise.ts';
import type { Guard } from './guard.ts';
import { KYB_PATH, VERIFICATIONS_PATH } from './present.ts';
import { addRoute, produces } from './route.ts';
import { refuseParameters } from './validate.ts';

export interface TimelineDeps {
  guard: Guard;
  /** Throws `not_found`, `erased`. */
  timeline(which: Which): { data: TimelineEntry[]; hasMore: boolean };
  /** A namer of actors for one answer. */
  actorNames(): (id: string) => NamedActor;
}

/** `GET .../timeline` of both kinds. */
export function timelineRouter({ guard, timeline, actorNames }: TimelineDeps): Router {
  const router = Router();
  const send =
    (kind: VerificationKind, path: string): RequestHandler =>
    (req, res) => {
      refuseParameters(req.query);
      const id = String(req.params['id']);
      const { data, hasMore } = timeline({ kind, id, livemode: principalOf(res).livemode });
      const nameActor = actorNames();
      const present = ({ atMs, actor, ...entry }: TimelineEntry): TimelineEntryAnswer => ({
        at: isoTime(atMs),
        ...entry,
        actor: actor === null ? null : nameActor(actor),
      });
      const page: TimelinePageAnswer = {
        object: 'list',
        url: `${path}/${id}/timeline`,
        has_more: hasMore,
        data: data.map(present),
      };
      res.json(page);
    };
  const kinds = [
    { kind: 'kyc', path: VERIFICATIONS_PATH },
    { kind: 'kyb', path: KYB_PATH },
  ] as const;
  for (const { kind, path } of kinds) {
    addRoute(router, `${path}/:id/timeline`, {
      get: [...guard.allow(`${kind}:read`), produces('application/json'), send(kind, path)],
    });
  }
  return router;
}
