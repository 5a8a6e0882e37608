import { createHmac } from 'node:crypto';

/** Returns the HMAC by which the database knows a login or an address without holding it. */
export function markOf({ pepper }: { pepper: Buffer }, kind: 'login' | 'account' | 'address', value: string): Buffer {
  return createHmac('sha256', pepper).update(`hub.${kind}:${value}`).digest();
}
