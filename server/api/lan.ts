import { Router } from 'express';
import { type LanAnswer, lanChangeSchema, newLanCertificateSchema } from '../contract/lan.ts';
import type { Lan } from '../lan/lan.ts';
import type { LanState } from '../lan/state.ts';
import { isoTime } from '../lib/clock.ts';
import { principalOf } from './authorise.ts';
import type { Guard } from './guard.ts';
import { jsonBody } from './json-body.ts';
import { liveOnly } from './live-only.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow } from './validate.ts';

const PATH = '/v1/system/lan';
const REFUSED = 'The request is not valid. See errors.';

/** `/v1/system/lan`: how other machines of the office are served, and the certificate that they are shown. */
export function lanRouter({ guard, lan }: { guard: Guard; lan: Lan }): Router {
  const router = Router();
  const allow = [
    ...guard.allow('admin'),
    liveOnly('The office network leads to live data. Use a live key with the scope admin.'),
    produces('application/json'),
  ];
  addRoute(router, PATH, {
    get: [...allow, (_req, res) => void res.json(presentLan(lan.state()))],
    put: [
      ...allow,
      ...jsonBody,
      async (req, res) => {
        const change = parseOrThrow(lanChangeSchema, req.body, REFUSED);
        res.json(presentLan(await lan.change(change, principalOf(res).actorId)));
      },
    ],
  });
  addRoute(router, `${PATH}/certificate`, {
    post: [
      ...allow,
      ...jsonBody,
      async (req, res) => {
        const wanted = parseOrThrow(newLanCertificateSchema, req.body, REFUSED);
        const { actorId } = principalOf(res);
        const state =
          wanted.kind === 'make'
            ? await lan.make(wanted.names ?? [], actorId)
            : await lan.import({ ...wanted, privateKey: wanted.private_key }, actorId);
        res.json(presentLan(state));
      },
    ],
  });
  return router;
}

function presentLan({ certificate, unnamedAddresses, ...state }: LanState): LanAnswer {
  return {
    object: 'lan',
    ...state,
    unnamed_addresses: unnamedAddresses,
    certificate: certificate && {
      origin: certificate.origin,
      fingerprint: certificate.fingerprint,
      names: certificate.names,
      issuer: certificate.issuer,
      not_before: isoTime(certificate.notBeforeMs),
      not_after: isoTime(certificate.notAfterMs),
      renews_at: certificate.renewsAtMs === null ? null : isoTime(certificate.renewsAtMs),
      renewed: certificate.renewed && {
        at: isoTime(certificate.renewed.atMs),
        former_fingerprint: certificate.renewed.formerFingerprint,
      },
    },
  };
}
