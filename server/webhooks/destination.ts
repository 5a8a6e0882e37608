import { isIP } from 'node:net';
import { classifyAddress } from './addresses.ts';
import { ALLOW_LOCAL, type AllowRule, readAllowRule } from './allow-list.ts';

/** Returns all addresses of a host name, in order of preference. Rejects if the name has none. */
export type Lookup = (hostname: string) => Promise<string[]>;

/** Why nothing is sent to an address. */
export type Refusal =
  | 'url_not_plain'
  | 'address_forbidden'
  | 'own_port'
  /** The origin of the verification's `webhook_url` is not on the list. */
  | 'origin_not_listed'
  /** The allow-list has no rule for it. */
  | 'not_allowed';

/** The decision on an attempt to send to a URL. */
export type Verdict =
  /** Connect to exactly this address. */
  | { is: 'allowed'; url: URL; address: string; port: number }
  | { is: 'refused'; reason: Refusal; address: string | null; port: number | null }
  /** The name could not be resolved now. */
  | { is: 'unresolved' };

export interface DestinationPolicy {
  judge(url: string): Promise<Verdict>;
}

export interface DestinationDeps {
  /** The configured rules as of now, and `ALLOW_LOCAL`. */
  allow: () => readonly string[];
  lookup: Lookup;
  /** The addresses of this machine's own interfaces; null: the system does not reveal them, so any could be its own. */
  ownAddresses: () => readonly string[] | null;
  /** The ports that the appliance listens on; null: a port that is not in use. */
  ownPorts: () => readonly (number | null)[];
}

/**
 * Decides where webhooks may go. Even for an allowed destination, the URL must name it plainly (`plainUrl`), and the resolved addresses must be
 * neither special nor the appliance itself. Each name is resolved once, and the caller connects to the address that was judged.
 */
export function createDestinationPolicy(deps: DestinationDeps): DestinationPolicy {
  const judgeAddress = (url: URL, address: string, port: number): Refusal | null => {
    const kind = classifyAddress(address);
    if (kind === 'forbidden') return 'address_forbidden';
    if (deps.ownPorts().includes(port) && isOwn(address, deps.ownAddresses())) return 'own_port';
    const allow = deps.allow();
    const rules = allow.map(readAllowRule).filter((rule) => rule !== null);
    if (allow.includes(ALLOW_LOCAL) && kind === 'local') return null;
    return rules.some((rule) => allows(rule, url, address, port)) ? null : 'not_allowed';
  };
  return {
    async judge(text) {
      const url = plainUrl(text);
      if (!url) return { is: 'refused', reason: 'url_not_plain', address: null, port: null };
      const host = hostOf(url);
      const port = portOf(url);
      let addresses: string[];
      try {
        addresses = isIP(host) === 0 ? await deps.lookup(host) : [host];
      } catch {
        return { is: 'unresolved' };
      }
      const [address] = addresses;
      if (address === undefined) return { is: 'unresolved' };
      // One bad address among good ones is how an attacker makes a name lead elsewhere next time.
      for (const candidate of addresses) {
        const reason = judgeAddress(url, candidate, port);
        if (reason !== null) return { is: 'refused', reason, address: candidate, port };
      }
      return { is: 'allowed', url, address, port };
    },
  };
}

/**
 * Returns the URL if it is http(s) and every parser reads the same host from it: no user, no fragment, no address in
 * decimal, octal or hexadecimal, no lookalike letters, no characters that a parser drops. Otherwise null.
 */
export function plainUrl(text: string): URL | null {
  const [, scheme, authority] = /^(https?):\/\/([^/?#\\]*)/i.exec(text) ?? [];
  if (scheme === undefined || authority === undefined || !URL.canParse(text)) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: parsers drop some of them
  if (/[\u0000-\u0020\u007f\\]/.test(text) || text.includes('#')) return null;
  const url = new URL(text);
  const written = authority.toLowerCase();
  const defaultPort = url.protocol === 'https:' ? ':443' : ':80';
  return written === url.host || written === `${url.host}${defaultPort}` ? url : null;
}

/** Returns the host without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

function isOwn(address: string, ownAddresses: readonly string[] | null): boolean {
  return address === '::1' || address.startsWith('127.') || (ownAddresses?.includes(address) ?? true);
}

function allows(rule: AllowRule, url: URL, address: string, port: number): boolean {
  if (`${rule.scheme}:` !== url.protocol || (rule.port !== null && rule.port !== port)) return false;
  return typeof rule.host === 'string' ? rule.host === hostOf(url) : rule.host.has(address);
}
