import { hostname, networkInterfaces } from 'node:os';
import { canonicalAddress, isPlainName } from './names.ts';

/** What this machine is called and reached by; tests put their own in its place. */
export interface Machine {
  /** Of the operating system, such as `front-desk` or `front-desk.example.org`. */
  hostName(): string;
  /** IPv4 and IPv6 addresses that other machines can reach, in the form that browsers write. */
  addresses(): string[];
}

export const thisMachine: Machine = {
  hostName: hostname,
  addresses: () =>
    Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      // A link-local one is of no use in a browser: it lacks the interface (RFC 6874 was never taken up).
      .filter(({ address, internal }) => !internal && !/^(?:fe[89ab]|169\.254\.)/i.test(address))
      .map(({ address }) => canonicalAddress(address)),
};

/** The names that a certificate of this machine bears without being asked to: its own, that of its zone in multicast DNS, its addresses. */
export function ownNames({ hostName, addresses }: Machine): string[] {
  const full = hostName().toLowerCase();
  const short = full.split('.')[0] ?? '';
  const names = short === 'localhost' ? [] : [full, short, `${short}.local`].filter(isPlainName);
  return [...new Set([...names, ...addresses()])];
}
