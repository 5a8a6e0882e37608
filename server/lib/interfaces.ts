import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/**
 * Returns the addresses of this machine's interfaces; null: the system does not reveal them, for example to a service
 * that may only reach its own machine (`RestrictAddressFamilies` without `AF_NETLINK`).
 */
export function interfaceAddresses(look: typeof networkInterfaces = networkInterfaces): NetworkInterfaceInfo[] | null {
  try {
    return Object.values(look()).flatMap((all) => all ?? []);
  } catch {
    return null;
  }
}
