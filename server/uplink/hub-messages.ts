import { ParcelFault } from '../parcel/fault.ts';
import type { HubKeys } from '../parcel/hub-keys.ts';
import type { Signed } from '../parcel/signed.ts';

/** Reads a message that one of the hub's keys signed: after a rotation, older ones are still under way. Throws `ParcelFault`. */
export function readByHub<T>(signed: Signed, keys: readonly HubKeys[], read: (signed: Signed, key: HubKeys) => T): T {
  let fault: unknown = new ParcelFault('parcel_signature', 'The message is not signed by the hub.');
  for (const key of keys) {
    try {
      return read(signed, key);
    } catch (error) {
      if (!(error instanceof ParcelFault)) throw error;
      fault = error;
    }
  }
  throw fault;
}
