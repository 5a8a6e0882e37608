import { LIMITS } from '../lib/limits.ts';

/** Why a receiver did not take events; the codes are stable. */
export const RECEIVER_ERRORS = [
  'name_not_resolved',
  'address_not_allowed',
  'connection_refused',
  'connection_failed',
  'certificate_untrusted',
  'certificate_expired',
  'certificate_name',
  'client_certificate_refused',
  'tls_failed',
  'timeout',
  'closed',
  'unexpected_answer',
  'socket_missing',
  'file_failed',
  'disk_full',
  'settings_changed',
] as const;

export type ReceiverError = (typeof RECEIVER_ERRORS)[number];

/** An expected failure of a receiver. */
export class ReceiverFailure extends Error {
  override name = 'ReceiverFailure';
  readonly code: ReceiverError;

  constructor(code: ReceiverError, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** A way to one receiver, for the events of one connection. Every method but `drop` rejects with `ReceiverFailure`. */
export interface Outlet {
  write(messages: readonly Buffer[]): Promise<void>;
  /** Resolves when the receiver has taken everything, as far as it can say. */
  finish(): Promise<void>;
  /** Gives up. May be called at any time. */
  drop(): void;
}

/** How long each step of a connection may take, and how long it stays open after the last message; ms. */
export interface SecurityLogTimes {
  connectMs: number;
  stallMs: number;
  settleMs: number;
  closeMs: number;
}

export const SECURITY_LOG_TIMES: SecurityLogTimes = {
  connectMs: LIMITS.securityLogConnectTimeoutMs,
  stallMs: LIMITS.securityLogStallMs,
  settleMs: LIMITS.securityLogSettleMs,
  closeMs: LIMITS.securityLogCloseTimeoutMs,
};
