import { hostname } from 'node:os';
import { interfaceAddresses } from '../lib/interfaces.ts';
import { canonicalAddress, isPlainName } from './names.ts';

/** What this machine is called and reached by; tests put their own in its place. */
export interface Machine {
  /** Of the operating system, such as `front-desk` or `front-desk.example.org`. */
  hostName(): string;
  /** IPv4 and IPv6 addresses that other machines can reach, in the form that browsers write. None where nobody may look. */
  addresses(): string[];
  /** Whether other machines can reach it at all: not where it is a service that may speak to its own machine alone. */
  isReachable(): boolean;
}

export const thisMachine: Machine = {
  hostName: hostname,
  addresses: () =>
    (interfaceAddresses() ?? [])
      // A link-local one is of no use in a browser: it lacks the interface (RFC 6874 was never taken up).
      .filter(({ address, internal }) => !internal && !/^(?:fe[89ab]|169\.254\.)/i.test(address))
      .map(({ address }) => canonicalAddress(address)),
  // The unit says so, and for commands the settings that it was drawn from (`custos service install --network`).
  isReachable: () => process.env['CUSTOS_SERVICE_NETWORK'] !== 'loopback',
};

/** The names that a certificate of this machine bears without being asked to: its own, that of its zone in multicast DNS, its addresses. */
export function ownNames({ hostName, addresses }: Pick<Machine, 'hostName' | 'addresses'>): string[] {
  const full = hostName().toLowerCase();
  const short = full.split('.')[0] ?? '';
  const names = short === 'localhost' ? [] : [full, short, `${short}.local`].filter(isPlainName);
  return [...new Set([...names, ...addresses()])];
}
