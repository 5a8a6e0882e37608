import { type ApiKey, createKey, type KeyDeps, listKeys, revokeKey, rotateKey } from '../access/keys.ts';
import type { KeyAnswer, keyRoutes } from '../contract/keys.ts';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import { AppError, invalidField } from '../lib/errors.ts';
import type { Call } from './call.ts';
import type { Handlers } from './mount.ts';

/** Routes for API keys: list, create, revoke, rotate. A test key never reaches a live key. */
export function keyHandlers({ access }: { access: KeyDeps }): Handlers<typeof keyRoutes> {
  /** Returns the id in the path. Throws `not_found`. */
  const reach = (call: Call): string => {
    const key = listKeys(access).find(({ id }) => id === call.id);
    if (key && isWithinReach(call, key.livemode)) return key.id;
    throw new AppError('not_found', 'There is no API key with this id. List the keys to find it.');
  };
  return {
    listApiKeys(call) {
      const keys = listKeys(access).filter((key) => isWithinReach(call, key.livemode));
      return call.whole(keys.reverse().map(presentKey));
    },
    createApiKey(call) {
      const input = call.body;
      const livemode = input.livemode ?? call.livemode;
      if (!isWithinReach(call, livemode)) {
        throw new AppError('forbidden', 'A test key can create test keys only. Use a live key with the scope admin.');
      }
      const expiresAtMs = readExpiry(input.expires_at, access.clock.now());
      const { key, secret } = createKey(access, { ...input, livemode, expiresAtMs, actor: call.actor });
      return { ...presentKey(key), secret };
    },
    revokeApiKey: (call) => presentKey(revokeKey(access, reach(call), call.actor)),
    rotateApiKey(call) {
      const { key, secret } = rotateKey(access, reach(call), call.actor);
      return { ...presentKey(key), secret };
    },
  };
}

/** Refuses a time in the past: the key would look valid and never work. */
function readExpiry(time: string | undefined, nowMs: number): number | null {
  if (time === undefined) return null;
  const expiresAtMs = Date.parse(time);
  if (expiresAtMs > nowMs) return expiresAtMs;
  throw invalidField('expires_at', 'expires_at is in the past; send a future time, or leave it out.');
}

const isWithinReach = (call: Call, livemode: boolean): boolean => call.livemode || !livemode;

function presentKey(key: ApiKey): KeyAnswer {
  return {
    id: key.id,
    label: key.label,
    livemode: key.livemode,
    scopes: key.scopes,
    created_at: isoTime(key.createdAtMs),
    expires_at: isoTimeOrNull(key.expiresAtMs),
    revoked_at: isoTimeOrNull(key.revokedAtMs),
    replaced_by: key.replacedBy,
    last_used_at: isoTimeOrNull(key.lastUsedAtMs),
  };
}
