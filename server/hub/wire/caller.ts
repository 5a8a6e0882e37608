import { createHash } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { Request } from 'express';
import { AppError } from '../../lib/errors.ts';
import { refusalOf } from '../branches.ts';
import { findCertified } from '../certificates.ts';
import type { HubDeps } from '../deps.ts';

/**
 * Returns the branch of the connection's client certificate. TLS proves that the caller has its key. Throws `unknown_branch`, `certificate_expired`,
 * `revoked`, `quarantined`.
 * @param mayBeExpired for the renewal, which the appliance's own key signs, too
 */
export async function callerOf(req: Request, deps: HubDeps, { mayBeExpired = false } = {}): Promise<string> {
  const certificate = (req.socket as TLSSocket).getPeerX509Certificate?.();
  const fingerprint = certificate && createHash('sha256').update(certificate.raw).digest();
  const found = fingerprint ? await findCertified(deps, fingerprint) : null;
  if (found === null) {
    throw new AppError('unknown_branch', 'Connect with the client certificate that this hub issued to the branch.');
  }
  const refusal = refusalOf(found.state);
  if (refusal !== null) throw refusal;
  if (found.isExpired && !mayBeExpired) {
    throw new AppError('certificate_expired', "The branch's certificate has expired. Ask for the next one.");
  }
  return found.branch;
}
