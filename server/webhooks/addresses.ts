import { BlockList, isIP } from 'node:net';

/** The class of an address. The appliance never connects to a `forbidden` one, whatever an administrator allows. */
export type AddressClass = 'local' | 'public' | 'forbidden';

/** This machine and private networks: RFC 1122 (loopback), RFC 1918, RFC 4291 (loopback), RFC 4193. */
const LOCAL = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7'];

/**
 * Special addresses (IANA registries of special-purpose addresses, RFC 6890): unspecified, link-local, multicast, reserved and broadcast; the
 * addresses under which clouds give out credentials; and the IPv6 forms that hide an IPv4 address.
 */
const FORBIDDEN = [
  '0.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '192.0.0.0/24',
  // Cloud metadata outside of 169.254.0.0/16: Alibaba, Azure, AWS, Google.
  '100.100.100.200/32',
  '168.63.129.16/32',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
  '::/128',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
  // IPv4 inside IPv6: mapped and compatible (RFC 4291), translated (RFC 6052, RFC 8215), Teredo (RFC 4380), 6to4 (RFC 3056).
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
];

/** The addresses in FORBIDDEN's `::/96` that have another meaning. */
const LOOPBACK_V6 = '::1';

/** A list of networks to match addresses against. IPv4 and IPv6 are separate: `BlockList` would treat mapped addresses as both. */
export interface Networks {
  has(address: string): boolean;
}

/** Throws if an item is not `address/bits`. */
export function networksOf(cidrs: readonly string[]): Networks {
  const lists = { 4: new BlockList(), 6: new BlockList() };
  for (const cidr of cidrs) {
    const [address = '', bits = ''] = cidr.split('/');
    const family = isIP(address);
    if (family === 0) throw new Error('not a network');
    lists[family as 4 | 6].addSubnet(address, Number(bits), family === 6 ? 'ipv6' : 'ipv4');
  }
  return {
    has(address) {
      const family = isIP(address);
      if (family === 0) return false;
      return lists[family as 4 | 6].check(address, family === 6 ? 'ipv6' : 'ipv4');
    },
  };
}

const local = networksOf(LOCAL);
const forbidden = networksOf(FORBIDDEN);

/** A text that is not an address, or an address with a zone, is forbidden too. */
export function classifyAddress(address: string): AddressClass {
  if (isIP(address) === 0 || address.includes('%')) return 'forbidden';
  if (address !== LOOPBACK_V6 && forbidden.has(address)) return 'forbidden';
  return local.has(address) ? 'local' : 'public';
}
