import { type RequestHandler, Router } from 'express';
import { AppError } from '../lib/errors.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { principalOf, requireScope } from './authorise.ts';
import { sendDownload } from './download.ts';
import type { Guard } from './guard.ts';
import { KYB_PATH, VERIFICATIONS_PATH } from './present.ts';
import { addRoute, produces } from './route.ts';

export interface EvidenceRouterDeps {
  guard: Guard;
  publicKey: { public_key: string; fingerprint: string };
  /** The bundle, piece by piece; null: there is no such record. */
  open(which: {
    kind: VerificationKind;
    id: string;
    livemode: boolean;
    actor: string;
  }): AsyncIterable<Uint8Array> | null;
}

/**
 * `GET .../evidence` of both kinds: the signed bundle as a ZIP. It carries the pictures and the audit entries out of the
 * appliance, so that it needs the right to read the log beside that to read the record. `GET /v1/system/signing-key`: whose signature it is.
 */
export function evidenceRouter({ guard, publicKey, open }: EvidenceRouterDeps): Router {
  const router = Router();
  const send =
    (kind: VerificationKind): RequestHandler =>
    async (req, res) => {
      const { livemode, actorId } = principalOf(res);
      const id = String(req.params['id']);
      const pieces = open({ kind, id, livemode, actor: actorId });
      if (!pieces) throw new AppError('not_found', 'There is no verification with this id for this API key.');
      await sendDownload(res, { type: 'application/zip', name: `${id}-evidence.zip` }, pieces);
    };
  const kinds = [
    { kind: 'kyc', path: VERIFICATIONS_PATH, scope: 'kyc:read' },
    { kind: 'kyb', path: KYB_PATH, scope: 'kyb:read' },
  ] as const;
  for (const { kind, path, scope } of kinds) {
    addRoute(router, `${path}/:id/evidence`, {
      get: [...guard.allow(scope), requireScope('audit:read'), produces('application/zip'), send(kind)],
    });
  }
  addRoute(router, '/v1/system/signing-key', {
    get: [
      ...guard.allow('kyc:read', 'kyb:read', 'audit:read', 'admin'),
      produces('application/json'),
      (_req, res) => void res.json(publicKey),
    ],
  });
  return router;
}
