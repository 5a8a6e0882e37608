import { transact } from '../db/transact.ts';
import { must } from '../lib/assert.ts';
import type { Who } from './deliveries.ts';
import type { EndpointDeps } from './endpoints.ts';
import { defaultOwner, previousUntil, renewSecret, type SecretDeps, secretsOf } from './secrets.ts';

/** What signs the deliveries to the `webhook_url` of verifications. It can be read again, since no creation shows it. */
export interface SigningSecret {
  livemode: boolean;
  secret: string;
  /** Until when the former one signs too. */
  previousUntilMs: number | null;
}

/** The secrets of an owner that sign now, the newest first; a first one is made where there is none. */
export function ensureSecrets(deps: SecretDeps, owner: string): string[] {
  const secrets = secretsOf(deps, owner);
  return secrets.length > 0 ? secrets : [transact(deps.db, () => renewSecret(deps, owner))];
}

/** The default secret of a mode. Each reading is in the audit log. */
export function signingSecret(deps: EndpointDeps, { livemode, actor }: Who): SigningSecret {
  const owner = defaultOwner(livemode);
  const [secret] = ensureSecrets(deps, owner);
  transact(deps.db, () => deps.audit.append({ actor, action: 'webhook_secret.read', subjectId: owner }));
  return { livemode, secret: must(secret, 'there is one now'), previousUntilMs: previousUntil(deps, owner) };
}

/** A new one; the old one signs too for 24 hours. */
export function rotateSigningSecret(deps: EndpointDeps, { livemode, actor }: Who): SigningSecret {
  const owner = defaultOwner(livemode);
  return transact(deps.db, () => {
    const secret = renewSecret(deps, owner);
    deps.audit.append({ actor, action: 'webhook_secret.rotated', subjectId: owner });
    return { livemode, secret, previousUntilMs: previousUntil(deps, owner) };
  });
}
