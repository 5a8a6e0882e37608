import { hostname } from 'node:os';
import { interfaceAddresses } from '../lib/interfaces.ts';
import { canonicalAddress, isPlainName } from './names.ts';

/** The machine's names and addresses; tests replace them. */
export interface Machine {
  /** The operating system's host name, such as `front-desk` or `front-desk.example.org`. */
  hostName(): string;
  /** IPv4 and IPv6 addresses that other machines can reach, in the form that browsers write. None if the process may not list them. */
  addresses(): string[];
  /** Whether other machines can reach it at all: not if it is a service that may only communicate with its own machine. */
  isReachable(): boolean;
}

export const thisMachine: Machine = {
  hostName: hostname,
  addresses: () =>
    (interfaceAddresses() ?? [])
      // A link-local address does not work in a browser: it lacks the interface (RFC 6874 was never adopted).
      .filter(({ address, internal }) => !internal && !/^(?:fe[89ab]|169\.254\.)/i.test(address))
      .map(({ address }) => canonicalAddress(address)),
  // The unit sets it, and for commands the service's settings do (`custos service install --network`).
  isReachable: () => process.env['CUSTOS_SERVICE_NETWORK'] !== 'loopback',
};

/** Returns the names that a certificate of this machine always has: its host name, its multicast DNS name, its addresses. */
export function ownNames({ hostName, addresses }: Pick<Machine, 'hostName' | 'addresses'>): string[] {
  const full = hostName().toLowerCase();
  const short = full.split('.')[0] ?? '';
  const names = short === 'localhost' ? [] : [full, short, `${short}.local`].filter(isPlainName);
  return [...new Set([...names, ...addresses()])];
}
