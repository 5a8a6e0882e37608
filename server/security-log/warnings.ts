import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import type { ReceiverState } from './receivers.ts';

export const SECURITY_LOG_WARNINGS = ['security_log_late', 'security_log_changed', 'security_log_shortened'] as const;

export interface SecurityLogWarning {
  code: (typeof SECURITY_LOG_WARNINGS)[number];
  /** What is wrong and what to do. */
  message: string;
  /** ISO 8601: since when. */
  at: string | null;
}

/** Returns what an administrator should know about the receivers of the security log, the most serious first. */
export function securityLogWarnings(receivers: readonly ReceiverState[]): SecurityLogWarning[] {
  const found = receivers.flatMap((receiver) => warningsOf(receiver));
  return SECURITY_LOG_WARNINGS.toReversed().flatMap((code) => found.filter((warning) => warning.code === code));
}

function warningsOf({ id, settings, shortenedAtMs, lagMs, error }: ReceiverState): SecurityLogWarning[] {
  const warnings: SecurityLogWarning[] = [];
  if (shortenedAtMs !== null)
    warnings.push({
      code: 'security_log_shortened',
      message: `The audit log no longer holds entries that the receiver ${id} of the security log has. Run "custos audit verify", and compare the log with the receiver. Then save the receiver's settings again.`,
      at: isoTime(shortenedAtMs),
    });
  if (settings === null)
    warnings.push({
      code: 'security_log_changed',
      message: `The settings of the receiver ${id} of the security log were changed outside the appliance, so nothing is sent there. Remove the receiver and add it again.`,
      at: null,
    });
  else if (settings.enabled && lagMs > LIMITS.securityLogLagMsMax)
    warnings.push({
      code: 'security_log_late',
      message: `The receiver ${id} of the security log is behind${error === null ? '' : ` (${error})`}. Check the receiver and its settings. Nothing is lost; the appliance keeps trying.`,
      at: null,
    });
  return warnings;
}
