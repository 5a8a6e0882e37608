import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/**
 * The addresses of this machine's interfaces; null: the system does not let this process look, as it does not let a service that may speak
 * to its own machine alone (`RestrictAddressFamilies` without `AF_NETLINK`).
 */
export function interfaceAddresses(look: typeof networkInterfaces = networkInterfaces): NetworkInterfaceInfo[] | null {
  try {
    return Object.values(look()).flatMap((all) => all ?? []);
  } catch {
    return null;
  }
}
