import { transact } from '../db/transact.ts';
import { must } from '../lib/assert.ts';
import type { Who } from './deliveries.ts';
import type { EndpointDeps } from './endpoints.ts';
import { defaultOwner, previousUntil, renewSecret, type SecretDeps, secretsOf } from './secrets.ts';

/** The secret that signs deliveries to the `webhook_url` of verifications. It can be read again, because no creation shows it. */
export interface SigningSecret {
  livemode: boolean;
  secret: string;
  /** Until when the former secret also signs. */
  previousUntilMs: number | null;
}

/** Returns the secrets of an owner that sign now, newest first; creates one if there is none. */
export function ensureSecrets(deps: SecretDeps, owner: string): string[] {
  const secrets = secretsOf(deps, owner);
  return secrets.length > 0 ? secrets : [transact(deps.db, () => renewSecret(deps, owner))];
}

/** Returns the default secret of a mode. The audit log records each reading. */
export function signingSecret(deps: EndpointDeps, { livemode, actor }: Who): SigningSecret {
  const owner = defaultOwner(livemode);
  const [secret] = ensureSecrets(deps, owner);
  transact(deps.db, () => deps.audit.append({ actor, action: 'webhook_secret.read', subjectId: owner }));
  return { livemode, secret: must(secret, 'there is one now'), previousUntilMs: previousUntil(deps, owner) };
}

/** Creates a new secret; the old one also signs for 24 hours. */
export function rotateSigningSecret(deps: EndpointDeps, { livemode, actor }: Who): SigningSecret {
  const owner = defaultOwner(livemode);
  return transact(deps.db, () => {
    const secret = renewSecret(deps, owner);
    deps.audit.append({ actor, action: 'webhook_secret.rotated', subjectId: owner });
    return { livemode, secret, previousUntilMs: previousUntil(deps, owner) };
  });
}
