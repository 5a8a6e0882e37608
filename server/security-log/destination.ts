import { isIP } from 'node:net';
import type { EgressLog } from '../audit/egress-log.ts';
import { LIMITS } from '../lib/limits.ts';
import { within } from '../lib/within.ts';
import { type AddressClass, classifyAddress } from '../webhooks/addresses.ts';
import type { Lookup } from '../webhooks/destination.ts';
import { ReceiverFailure } from './outlet.ts';

/**
 * Returns the address to connect to. Only the allowed classes count, by default this machine and private networks, whatever the name resolves to: one
 * bad address among good ones is how an attacker makes a name lead elsewhere next time. Rejects with `ReceiverFailure`.
 */
export async function addressOf(
  { host, port }: { host: string; port: number },
  { lookup, egress }: { lookup: Lookup; egress: Pick<EgressLog, 'note'> },
  allowed: readonly AddressClass[] = ['local'],
): Promise<string> {
  const addresses = isIP(host) === 0 ? await resolved(host, lookup) : [host];
  const refused = addresses.find((address) => !allowed.includes(classifyAddress(address)));
  if (refused !== undefined) {
    egress.note({ host: refused, port, allowed: false, why: 'address_not_allowed' });
    throw new ReceiverFailure('address_not_allowed');
  }
  const [address] = addresses;
  if (address === undefined) throw new ReceiverFailure('name_not_resolved');
  return address;
}

async function resolved(host: string, lookup: Lookup): Promise<string[]> {
  try {
    return (await within(lookup(host), LIMITS.securityLogConnectTimeoutMs)) ?? [];
  } catch (cause) {
    throw new ReceiverFailure('name_not_resolved', cause);
  }
}
