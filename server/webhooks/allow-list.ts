import { isIP } from 'node:net';
import { type Networks, networksOf } from './addresses.ts';

/** One line of an administrator's allow-list. */
export interface AllowRule {
  scheme: 'http' | 'https';
  /** A host name that is allowed as written, or the networks that the address must be in. */
  host: string | Networks;
  /** null: any. */
  port: number | null;
}

/** Private and loopback addresses, both schemes, any port: the default. */
export const ALLOW_LOCAL = 'local';

const RULE = /^(https?):\/\/(\[[0-9a-f:.]+(?:\/\d+)?\]|[^/[\]:]+(?:\/\d+)?)(?::(\d+|\*))?$/;
const NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const DEFAULT_PORTS = { http: 80, https: 443 };

/**
 * Reads one rule: `scheme://host-or-network[:port]`, such as `https://hooks.example.org`, `http://10.1.0.0/16:8080` or
 * `https://[fd12::/16]:*`; without a port, the scheme's default port. Returns null if the text is not a rule.
 */
export function readAllowRule(text: string): AllowRule | null {
  const [, scheme, place, port] = RULE.exec(text.trim().toLowerCase()) ?? [];
  if (scheme === undefined || place === undefined) return null;
  const host = readHost(place.replace(/^\[|\]$/g, ''));
  const number = port === undefined ? DEFAULT_PORTS[scheme as 'http'] : port === '*' ? null : Number(port);
  if (host === null || (number !== null && (number < 1 || number > 65_535))) return null;
  return { scheme: scheme as AllowRule['scheme'], host, port: number };
}

function readHost(place: string): AllowRule['host'] | null {
  const [address = '', bits] = place.split('/');
  const family = isIP(address);
  // A last label of digits would be an address in another notation.
  if (family === 0) return bits === undefined && NAME.test(address) && !/(?:^|\.)\d+$/.test(address) ? address : null;
  const bitsMax = family === 6 ? 128 : 32;
  if (bits !== undefined && Number(bits) > bitsMax) return null;
  return networksOf([`${address}/${bits ?? bitsMax}`]);
}
