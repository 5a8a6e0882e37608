import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { factsOf } from './certificate.ts';
import type { LanSettings, StoredCertificate } from './store.ts';

export const LAN_WARNINGS = [
  'lan_failed',
  'lan_certificate_ended',
  'lan_certificate_ending',
  'lan_certificate_renewed',
  'capture_failed',
] as const;

export interface LanWarning {
  code: (typeof LAN_WARNINGS)[number];
  /** What is wrong and what to do. */
  message: string;
  /** ISO 8601: when the certificate ends, or when it was renewed. */
  at: string | null;
}

/** Returns what an administrator should know about the office network, the most serious first; nothing while it is off. */
export function lanWarnings({ on, certificate }: LanSettings, problem: string | null, nowMs: number): LanWarning[] {
  if (!on) return [];
  const failed: LanWarning[] =
    problem === null
      ? []
      : [{ code: 'lan_failed', message: `The office network is not running. ${problem}`, at: null }];
  const ofCertificate = certificate && certificateWarning(certificate, nowMs);
  return ofCertificate ? [...failed, ofCertificate] : failed;
}

function certificateWarning(certificate: StoredCertificate, nowMs: number): LanWarning | null {
  const { notAfterMs } = factsOf(certificate);
  const at = isoTime(notAfterMs);
  const day = at.slice(0, 10);
  if (nowMs >= notAfterMs) {
    const message = `The office network certificate expired on ${day}, and browsers refuse it. Create or import another one.`;
    return { code: 'lan_certificate_ended', message, at };
  }
  if (notAfterMs - nowMs <= LIMITS.lanWarnMs) {
    const remedy =
      certificate.origin === 'imported'
        ? 'Import a new one before that day.'
        : 'Create a new one when convenient. Otherwise the appliance creates one shortly before that day. The fingerprint will change.';
    return {
      code: 'lan_certificate_ending',
      message: `The office network certificate expires on ${day}. ${remedy}`,
      at,
    };
  }
  const { renewed } = certificate;
  if (renewed === null || nowMs - renewed.atMs > LIMITS.lanRenewedToldMs) return null;
  const message =
    'The appliance created a new office network certificate because the old one was about to expire or was not valid yet. Browsers ask for confirmation again. Compare the new fingerprint.';
  return { code: 'lan_certificate_renewed', message, at: isoTime(renewed.atMs) };
}

/** Returns what an administrator should know about the listener for applicants. */
export function captureWarnings(problem: string | null): LanWarning[] {
  if (problem === null) return [];
  return [{ code: 'capture_failed', message: `Applicants cannot capture everywhere. ${problem}`, at: null }];
}
