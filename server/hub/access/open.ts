import { createPasswordHasher } from '../../access/hasher.ts';
import { createSetupCode } from '../../access/setup.ts';
import type { HubAccess } from './deps.ts';

/**
 * Returns the logins of a hub.
 * @param secret returns the secret of the hub's keys for a purpose
 */
export function openAccess(
  deps: Pick<HubAccess, 'pool' | 'clock' | 'newId' | 'factorRoles'>,
  secret: (purpose: 'pepper' | 'staff' | 'audit') => Buffer,
): HubAccess {
  const pepper = secret('pepper');
  return {
    ...deps,
    pepper,
    staffKey: secret('staff'),
    auditKey: secret('audit'),
    hasher: createPasswordHasher({ pepper }),
    setup: createSetupCode({ pepper }),
  };
}
