import type { Appliance } from '../appliance/appliance.ts';
import type { RetentionAnswer, retentionRoutes } from '../contract/retention.ts';
import { type Kind, ofBothKinds } from '../contract/route.ts';
import type { kybRoutes, verificationRoutes } from '../contract/verification-routes.ts';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import { invalidField } from '../lib/errors.ts';
import { eraseBiometrics } from '../retention/biometrics.ts';
import { certificateOf, eraseVerification } from '../retention/erase.ts';
import { exportArchive, exportSubject } from '../retention/export.ts';
import { purge } from '../retention/purge.ts';
import { retentionOf, setRetention } from '../retention/retention.ts';
import type { Retention } from '../retention/types.ts';
import { requireScope } from './authorise.ts';
import type { Call } from './call.ts';
import { sendDownload } from './download.ts';
import type { Handlers } from './mount.ts';
import { whichOf } from './records.ts';

type Rows = typeof retentionRoutes &
  Pick<typeof verificationRoutes, 'eraseVerification'> &
  Pick<typeof kybRoutes, 'eraseKybVerification'>;

/** Routes for retention periods, for the data held about a person, and for erasures. */
export function retentionHandlers({ retention: deps }: Pick<Appliance, 'retention'>): Handlers<Rows> {
  return {
    ...ofBothKinds((kind) => ({
      erase_Verification: (call: Call) =>
        eraseVerification(deps, whichOf(kind, call), { cause: 'request', actor: call.actor }),
      get_VerificationErasure: (call: Call) => certificateOf(deps, whichOf(kind, call)),
      get_VerificationRetention: (call: Call) => present(call, retentionOf(deps, whichOf(kind, call))),
      set_VerificationRetention: (call: Call<Rows['setVerificationRetention']>) => change(deps, kind, call),
      async erase_VerificationBiometrics(call: Call) {
        const faces = await eraseBiometrics(deps, whichOf(kind, call), call.actor);
        return { id: call.id, object: 'biometrics_erasure' as const, faces };
      },
      async export_Verification(call: Call) {
        const archive = await exportArchive(deps, exportSubject(deps, whichOf(kind, call), call.actor));
        await sendDownload(call.res, { type: 'application/zip', name: `${call.id}-export.zip` }, archive);
      },
    })),
    async purge(call) {
      const { dry_run: dryRun } = call.body;
      const done = await purge(deps, { livemode: call.livemode, dryRun, actor: call.actor });
      return {
        object: 'purge',
        dry_run: dryRun,
        due_count: done.dueCount,
        due: done.due.map(({ id, kind, dueAtMs }) => ({ id, kind, due_at: isoTime(dueAtMs) })),
        biometrics_due_count: done.biometricsDueCount,
        erased: done.erased,
        biometrics_erased: done.biometricsErased,
      };
    },
  };
}

function change(
  deps: Appliance['retention'],
  kind: Kind,
  call: Call<Rows['setVerificationRetention']>,
): RetentionAnswer {
  const { relationship_ended_at: endedAt, legal_hold: held, reason } = call.body;
  // Setting or removing a legal hold needs more than the right to work with the record.
  if (held !== undefined) requireScope('admin')(call.req, call.res, () => {});
  if (held === true && reason === undefined) {
    throw invalidField(
      'reason',
      'reason is required with legal_hold: true. Give the reason for the legal hold.',
      'required',
    );
  }
  const wanted = {
    ...(endedAt === undefined ? {} : { relationshipEndedAtMs: endedAt === null ? null : Date.parse(endedAt) }),
    ...(held === undefined ? {} : { legalHold: { held, reason: reason ?? '' } }),
  };
  return present(call, setRetention(deps, whichOf(kind, call), wanted, call.actor));
}

function present({ id }: { id: string }, retention: Retention): RetentionAnswer {
  return {
    id,
    object: 'retention',
    relationship_ended_at: isoTimeOrNull(retention.relationshipEndedAtMs),
    legal_hold: retention.legalHold,
    reason: retention.reason,
    due_at: isoTimeOrNull(retention.dueAtMs),
    biometrics_due_at: isoTimeOrNull(retention.biometricsDueAtMs),
  };
}
