import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { factsOf } from './certificate.ts';
import type { LanSettings, StoredCertificate } from './store.ts';

export const LAN_WARNINGS = [
  'lan_failed',
  'lan_certificate_ended',
  'lan_certificate_ending',
  'lan_certificate_renewed',
] as const;

export interface LanWarning {
  code: (typeof LAN_WARNINGS)[number];
  /** What is wrong and what to do. */
  message: string;
  /** ISO 8601: when the certificate ends, or was made anew. */
  at: string | null;
}

/** What an administrator should know of the office network, the worst first; nothing while it is off. */
export function lanWarnings({ on, certificate }: LanSettings, problem: string | null, nowMs: number): LanWarning[] {
  if (!on) return [];
  const failed: LanWarning[] =
    problem === null
      ? []
      : [{ code: 'lan_failed', message: `Other machines in this office are not served. ${problem}`, at: null }];
  const ofCertificate = certificate && certificateWarning(certificate, nowMs);
  return ofCertificate ? [...failed, ofCertificate] : failed;
}

function certificateWarning(certificate: StoredCertificate, nowMs: number): LanWarning | null {
  const { notAfterMs } = factsOf(certificate);
  const at = isoTime(notAfterMs);
  const day = at.slice(0, 10);
  if (nowMs >= notAfterMs) {
    const message = `The certificate for other machines ended on ${day}: their browsers refuse it. Make or import another one.`;
    return { code: 'lan_certificate_ended', message, at };
  }
  if (notAfterMs - nowMs <= LIMITS.lanWarnMs) {
    const remedy =
      certificate.origin === 'imported'
        ? 'Import its successor before.'
        : 'Make a new one when it suits you; shortly before its end the appliance does. Its fingerprint will be another one.';
    return {
      code: 'lan_certificate_ending',
      message: `The certificate for other machines ends on ${day}. ${remedy}`,
      at,
    };
  }
  const { renewed } = certificate;
  if (renewed === null || nowMs - renewed.atMs > LIMITS.lanRenewedToldMs) return null;
  const message =
    'The certificate for other machines was made anew, since its time was about to end or had not begun: browsers ask for it again. Compare the new fingerprint.';
  return { code: 'lan_certificate_renewed', message, at: isoTime(renewed.atMs) };
}
