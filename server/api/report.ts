import { type RequestHandler, Router } from 'express';
import { AppError } from '../lib/errors.ts';
import { hasReport } from '../reports/report/report.ts';
import type { VerificationKind, VerificationStatus } from '../verifications/types.ts';
import { principalOf } from './authorise.ts';
import { sendBytes } from './download.ts';
import type { Guard } from './guard.ts';
import { KYB_PATH, VERIFICATIONS_PATH } from './present.ts';
import { addRoute, produces } from './route.ts';

const PDF_TYPE = 'application/pdf';

export interface ReportRouterDeps {
  guard: Guard;
  /** A record, and how its report is made; null: there is no such record. */
  open(which: {
    kind: VerificationKind;
    id: string;
    livemode: boolean;
    actor: string;
  }): { status: VerificationStatus; make(): Promise<Buffer> } | null;
}

/** `GET .../report` of both kinds: what was verified, how and with which result, as a PDF file to be filed. */
export function reportRouter({ guard, open }: ReportRouterDeps): Router {
  const router = Router();
  const send =
    (kind: VerificationKind): RequestHandler =>
    async (req, res) => {
      const id = String(req.params['id']);
      const { livemode, actorId } = principalOf(res);
      const record = open({ kind, id, livemode, actor: actorId });
      if (!record) throw new AppError('not_found', 'There is no verification with this id for this API key.');
      if (!hasReport(record.status)) {
        throw new AppError('state_conflict', 'There is no report yet: wait until the verification has ended.');
      }
      const file = await record.make();
      res.setHeader('Content-Disposition', `inline; filename="${id}.pdf"`);
      sendBytes(res.type(PDF_TYPE), file);
    };
  const kinds = [
    { kind: 'kyc', path: VERIFICATIONS_PATH, scope: 'kyc:read' },
    { kind: 'kyb', path: KYB_PATH, scope: 'kyb:read' },
  ] as const;
  for (const { kind, path, scope } of kinds) {
    addRoute(router, `${path}/:id/report`, { get: [...guard.allow(scope), produces(PDF_TYPE), send(kind)] });
  }
  return router;
}
