import { WEIGHTS } from '../../models/runtime/weights.ts';
import type { Appliance } from '../appliance/appliance.ts';
import type { evidenceRoutes, reportRoutes } from '../contract/evidence.ts';
import { ofBothKinds } from '../contract/route.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { keyFingerprint } from '../lib/signatures.ts';
import { findSubject, openEvidence } from '../reports/evidence/bundle.ts';
import type { ReportDrawer } from '../reports/report/drawer.ts';
import { hasReport, makeKybReport, makeKycReport } from '../reports/report/report.ts';
import { formerAttempts } from '../verifications/attempts.ts';
import { listNotes } from '../verifications/notes.ts';
import type { Call } from './call.ts';
import { sendBytes, sendDownload } from './download.ts';
import type { Handlers } from './mount.ts';
import { presentAttempt, presentNote } from './present-review.ts';
import { companyOf, personOf, presentCompany, presentPerson, presentWhich, refuseUnknown, whichOf } from './records.ts';

/**
 * Routes for a verification's report (PDF) and its signed evidence bundle (ZIP). The bundle carries the pictures and audit entries out of the
 * appliance, so it also needs the scope that reads the audit log.
 */
export function evidenceHandlers(
  appliance: Appliance,
  { drawer, version }: { drawer: ReportDrawer; version: string },
): Handlers<typeof evidenceRoutes & typeof reportRoutes> {
  const reports = { ...appliance, drawer, version };
  const { publicKey } = appliance.keys.signing;
  const reportOf = (kind: 'kyc' | 'kyb', call: Call) => {
    if (kind === 'kyb') {
      const record = companyOf(appliance, call);
      const make = () =>
        makeKybReport(reports, { record, answer: presentCompany(appliance, record), actor: call.actor });
      return { status: record.status, make };
    }
    const record = personOf(appliance, call);
    const make = () => makeKycReport(reports, { record, answer: presentPerson(appliance, record), actor: call.actor });
    return { status: record.status, make };
  };
  return {
    ...ofBothKinds((kind) => ({
      async get_Report(call: Call) {
        const { status, make } = reportOf(kind, call);
        if (!hasReport(status)) {
          throw new AppError('state_conflict', 'There is no report yet. Wait until the verification has ended.');
        }
        const file = await make();
        call.res.setHeader('Content-Disposition', `inline; filename="${call.id}.pdf"`);
        sendBytes(call.res.type('application/pdf'), file);
      },
      async get_Evidence(call: Call) {
        const which = whichOf(kind, call);
        const subject = findSubject(appliance, which) ?? refuseUnknown();
        const answer = presentWhich(appliance, which);
        const notes = listNotes(appliance, which, { limit: LIMITS.notesMax }).data;
        const beside = {
          former_attempts: formerAttempts(appliance, which).map(presentAttempt),
          notes: notes.map((note) => presentNote(note, `${answer.links.self}/notes`)),
        };
        const deps = { ...appliance, applianceVersion: version, weights: WEIGHTS };
        const pieces = openEvidence(deps, { subject, answer, beside, actor: call.actor });
        await sendDownload(call.res, { type: 'application/zip', name: `${call.id}-evidence.zip` }, pieces);
      },
    })),
    getSigningKey: () => ({ public_key: publicKey, fingerprint: keyFingerprint(publicKey) }),
  };
}
