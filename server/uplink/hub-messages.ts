import { LIMITS } from '../lib/limits.ts';
import { ParcelFault } from '../parcel/fault.ts';
import type { HubKeys } from '../parcel/hub-keys.ts';
import type { Signed } from '../parcel/signed.ts';

/** A pair of the hub's keys as the branch keeps it. A former pair has a time until which it counts. */
export interface KnownHubKeys extends HubKeys {
  untilMs?: number;
}

/**
 * Reads a message that one of the hub's keys signed: after a rotation, older ones are still under way for a while. Throws `ParcelFault`.
 * @param nowMs former keys whose time has ended do not count
 */
export function readByHub<T>(
  signed: Signed,
  keys: readonly KnownHubKeys[],
  nowMs: number,
  read: (signed: Signed, key: HubKeys) => T,
): T {
  let fault: unknown = new ParcelFault('parcel_signature', 'The message is not signed by the hub.');
  for (const key of keys) {
    if (nowMs >= (key.untilMs ?? Infinity)) continue;
    try {
      return read(signed, key);
    } catch (error) {
      if (!(error instanceof ParcelFault)) throw error;
      fault = error;
    }
  }
  throw fault;
}

/** Returns the keys with a new pair as the present one. The one before it counts for `LIMITS.uplinkFormerKeysMs` more. */
export function withNewKeys(keys: readonly KnownHubKeys[], next: HubKeys, nowMs: number): KnownHubKeys[] {
  const former = keys.filter(({ hub_key_id: id }) => id !== next.hub_key_id);
  return [next, ...former.map((key) => ({ ...key, untilMs: key.untilMs ?? nowMs + LIMITS.uplinkFormerKeysMs }))];
}
