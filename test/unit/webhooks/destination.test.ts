import { describe, expect, it } from 'vitest';
import { ALLOW_LOCAL, readAllowRule } from '../../../server/webhooks/allow-list.ts';
import { createDestinationPolicy, type DestinationDeps, type Verdict } from '../../../server/webhooks/destination.ts';

const OWN_PORT = 8420;
const OFFICE_PORT = 8443;
/** Names that a hostile or careless operator of a name server could create. */
const NAMES: Record<string, string[]> = {
  'hook.internal': ['10.0.0.7'],
  localhost: ['127.0.0.1'],
  'v6.internal': ['fd12:3456::7'],
  'public.example': ['203.0.113.9'],
  'public6.example': ['2600:1f18::1'],
  '169.254.169.254.nip.example': ['169.254.169.254'],
  '8.8.8.8.nip.example': ['8.8.8.8'],
  'metadata.google.internal': ['169.254.169.254'],
  'mixed.example': ['10.0.0.7', '203.0.113.9'],
  'mixed-link.example': ['10.0.0.7', 'fe80::1'],
  'zero.example': ['0.0.0.0'],
  'mapped.example': ['::ffff:10.0.0.7'],
  'multicast.example': ['224.0.0.1'],
  'own.example': ['192.168.7.1'],
  'self.example': ['127.0.0.1'],
  'metadata6.example': ['fd00:ec2::254'],
  'odd.example': ['not an address'],
};

function policy(change: Partial<DestinationDeps> = {}) {
  const asked: string[] = [];
  const { judge } = createDestinationPolicy({
    allow: () => [ALLOW_LOCAL],
    async lookup(name) {
      asked.push(name);
      const found = NAMES[name];
      if (!found) throw new Error('no such name');
      return found;
    },
    ownAddresses: () => ['192.168.7.1'],
    ownPorts: () => [OWN_PORT, OFFICE_PORT],
    ...change,
  });
  return { judge, asked };
}

const reasonOf = (verdict: Verdict): string => (verdict.is === 'refused' ? verdict.reason : verdict.is);

/** The shipped policy refuses each of them; most of them would be refused under any policy. */
const HOSTILE: [url: string, reason: string][] = [
  // Other machines, which only an administrator can allow.
  ['https://203.0.113.9/hook', 'not_allowed'],
  ['https://public.example/hook', 'not_allowed'],
  ['https://public6.example/hook', 'not_allowed'],
  ['http://8.8.8.8.nip.example/', 'not_allowed'],
  ['https://[2600:1f18::1]/', 'not_allowed'],
  ['http://172.32.0.1/', 'not_allowed'],
  ['http://192.167.255.255/', 'not_allowed'],
  ['http://11.0.0.1/', 'not_allowed'],
  ['http://100.64.0.1/', 'not_allowed'],
  ['http://mixed.example/', 'not_allowed'],
  // Addresses in other notations.
  ['http://2130706433/', 'url_not_plain'],
  ['http://0x7f000001/', 'url_not_plain'],
  ['http://017700000001/', 'url_not_plain'],
  ['http://0177.0.0.1/', 'url_not_plain'],
  ['http://0x7f.0.0.1/', 'url_not_plain'],
  ['http://127.1/', 'url_not_plain'],
  ['http://10.1/', 'url_not_plain'],
  ['http://2852039166/latest/meta-data/', 'url_not_plain'],
  ['http://0xA9FEA9FE/', 'url_not_plain'],
  ['http://0251.0376.0251.0376/', 'url_not_plain'],
  ['http://169.254.43518/', 'url_not_plain'],
  ['http://127.0.0.1./', 'url_not_plain'],
  ['http://010.0.0.7/', 'url_not_plain'],
  ['http://[0:0:0:0:0:0:0:1]/', 'url_not_plain'],
  ['http://[::ffff:127.0.0.1]/', 'url_not_plain'],
  ['http://[::127.0.0.1]/', 'url_not_plain'],
  // Characters that URL parsers map to others.
  ['http://169。254。169。254/', 'url_not_plain'],
  ['http://169．254．169．254/', 'url_not_plain'],
  ['http://①⑥⑨.②⑤④.①⑥⑨.②⑤④/', 'url_not_plain'],
  ['http://１０.0.0.7/', 'url_not_plain'],
  ['http://ⓛocalhost/', 'url_not_plain'],
  ['http://hook%2einternal/', 'url_not_plain'],
  ['http://%31%30.0.0.7/', 'url_not_plain'],
  ['http://hook\u00ad.internal/', 'url_not_plain'],
  ['http://bücher.example/', 'url_not_plain'],
  // Users, fragments, and URLs that parsers read in several ways.
  ['http://user@10.0.0.7/', 'url_not_plain'],
  ['http://user:secret@10.0.0.7/', 'url_not_plain'],
  ['http://10.0.0.7@169.254.169.254/', 'url_not_plain'],
  ['http://@10.0.0.7/', 'url_not_plain'],
  ['http://10.0.0.7#@169.254.169.254/', 'url_not_plain'],
  ['http://10.0.0.7/hook#part', 'url_not_plain'],
  ['http://10.0.0.7\\@169.254.169.254/', 'url_not_plain'],
  ['http:\\\\10.0.0.7\\hook', 'url_not_plain'],
  ['http:///10.0.0.7/', 'url_not_plain'],
  ['http:10.0.0.7/', 'url_not_plain'],
  ['http://10.0.\t0.7/', 'url_not_plain'],
  ['http://10.0.0.7/a\r\nHost: x', 'url_not_plain'],
  [' http://10.0.0.7/', 'url_not_plain'],
  ['http://10.0.0.7:0080/', 'url_not_plain'],
  ['http://10.0.0.7:/', 'url_not_plain'],
  ['http://10.0.0.7:65536/', 'url_not_plain'],
  ['http://[fe80::1%25eth0]/', 'url_not_plain'],
  ['ftp://10.0.0.7/', 'url_not_plain'],
  ['file:///etc/passwd', 'url_not_plain'],
  ['javascript:alert(1)', 'url_not_plain'],
  ['gopher://10.0.0.7:25/', 'url_not_plain'],
  ['http://', 'url_not_plain'],
  // Special addresses.
  ['http://169.254.169.254/latest/meta-data/', 'address_forbidden'],
  ['http://169.254.170.2/', 'address_forbidden'],
  ['http://169.254.169.254.nip.example/', 'address_forbidden'],
  ['http://metadata.google.internal/', 'address_forbidden'],
  ['http://100.100.100.200/', 'address_forbidden'],
  ['http://168.63.129.16/', 'address_forbidden'],
  ['http://192.0.0.192/', 'address_forbidden'],
  ['http://0.0.0.0/', 'address_forbidden'],
  ['http://0.1.2.3/', 'address_forbidden'],
  ['http://zero.example/', 'address_forbidden'],
  ['http://224.0.0.1/', 'address_forbidden'],
  ['http://multicast.example/', 'address_forbidden'],
  ['http://239.255.255.250:1900/', 'address_forbidden'],
  ['http://255.255.255.255/', 'address_forbidden'],
  ['http://240.0.0.1/', 'address_forbidden'],
  ['http://[::]/', 'address_forbidden'],
  ['http://[fe80::1]/', 'address_forbidden'],
  ['http://[fec0::1]/', 'address_forbidden'],
  ['http://[ff02::1]/', 'address_forbidden'],
  ['http://[::ffff:7f00:1]/', 'address_forbidden'],
  ['http://[::ffff:a9fe:a9fe]/', 'address_forbidden'],
  ['http://[::7f00:1]/', 'address_forbidden'],
  ['http://[64:ff9b::a00:7]/', 'address_forbidden'],
  ['http://[64:ff9b:1::a00:7]/', 'address_forbidden'],
  ['http://[2002:a00:7::]/', 'address_forbidden'],
  ['http://[2001::1]/', 'address_forbidden'],
  ['http://[fd00:ec2::254]/', 'address_forbidden'],
  ['http://[fd20:ce::254]/', 'address_forbidden'],
  ['http://metadata6.example/', 'address_forbidden'],
  ['http://mapped.example/', 'address_forbidden'],
  ['http://mixed-link.example/', 'address_forbidden'],
  ['http://odd.example/', 'address_forbidden'],
  // The appliance itself.
  [`http://127.0.0.1:${OWN_PORT}/v1/api-keys`, 'own_port'],
  [`http://127.8.8.8:${OWN_PORT}/`, 'own_port'],
  [`https://192.168.7.1:${OFFICE_PORT}/`, 'own_port'],
  [`http://[::1]:${OWN_PORT}/`, 'own_port'],
  [`http://localhost:${OWN_PORT}/`, 'own_port'],
  [`https://self.example:${OWN_PORT}/`, 'own_port'],
  [`http://192.168.7.1:${OWN_PORT}/`, 'own_port'],
  [`http://own.example:${OWN_PORT}/`, 'own_port'],
];

describe('a hostile URL', () => {
  it('is one of at least 60', () => expect(new Set(HOSTILE.map(([url]) => url)).size).toBeGreaterThanOrEqual(60));

  it.each(HOSTILE)('%s is refused: %s', async (url, reason) => {
    expect(reasonOf(await policy().judge(url))).toBe(reason);
  });

  it.each(HOSTILE.filter(([, reason]) => reason !== 'not_allowed'))(
    '%s is refused whatever is allowed',
    async (url, reason) => {
      const allow = [ALLOW_LOCAL, 'http://0.0.0.0/0:*', 'https://0.0.0.0/0:*', 'http://[::/0]:*', 'https://[::/0]:*'];
      const names = Object.keys(NAMES).map((name) => `http://${name}:*`);
      expect(reasonOf(await policy({ allow: () => [...allow, ...names] }).judge(url))).toBe(reason);
    },
  );
});

it('takes any address for its own where nobody may look at those of this machine', async () => {
  const blind = policy({ ownAddresses: () => null });
  expect(reasonOf(await blind.judge(`http://10.0.0.7:${OWN_PORT}/`))).toBe('own_port');
  expect(reasonOf(await blind.judge('http://10.0.0.7:9000/'))).toBe(
    reasonOf(await policy().judge('http://10.0.0.7:9000/')),
  );
});

describe('the policy that is shipped', () => {
  it.each([
    ['http://127.0.0.1:9000/hook', '127.0.0.1', 9000],
    ['https://10.0.0.7/hook?a=b', '10.0.0.7', 443],
    ['http://172.16.0.1/', '172.16.0.1', 80],
    ['http://172.31.255.255/', '172.31.255.255', 80],
    ['http://192.168.7.1:80/', '192.168.7.1', 80],
    ['HTTP://10.0.0.7:8080', '10.0.0.7', 8080],
    ['http://[::1]:9000/', '::1', 9000],
    ['http://[fd12:3456::7]/', 'fd12:3456::7', 80],
    ['http://hook.internal/', '10.0.0.7', 80],
    ['https://Hook.Internal:443/', '10.0.0.7', 443],
    ['http://v6.internal/', 'fd12:3456::7', 80],
    ['http://localhost/', '127.0.0.1', 80],
  ])('allows %s', async (url, address, port) => {
    expect(await policy().judge(url)).toMatchObject({ is: 'allowed', address, port });
  });

  it('asks for a name once, and for an address not at all', async () => {
    const { judge, asked } = policy();
    await judge('http://hook.internal/');
    await judge('http://10.0.0.7/');
    expect(asked).toEqual(['hook.internal']);
  });

  it('says of a name without an address that it is not resolved', async () => {
    expect(await policy().judge('http://nowhere.internal/')).toEqual({ is: 'unresolved' });
    expect(await policy({ lookup: async () => [] }).judge('http://nowhere.internal/')).toEqual({ is: 'unresolved' });
  });
});

describe("an administrator's rules", () => {
  it.each([
    ['https://public.example', 'https://public.example/a', 'allowed'],
    ['https://public.example', 'http://public.example/a', 'not_allowed'],
    ['https://public.example', 'https://public.example:8443/a', 'not_allowed'],
    ['https://public.example:8443', 'https://public.example:8443/a', 'allowed'],
    ['https://public.example:*', 'https://public.example:8443/a', 'allowed'],
    ['https://public.example', 'https://203.0.113.9/', 'not_allowed'],
    ['https://203.0.113.0/24', 'https://203.0.113.9/', 'allowed'],
    ['https://203.0.113.0/24', 'https://public.example/', 'allowed'],
    ['https://203.0.112.0/24', 'https://203.0.113.9/', 'not_allowed'],
    ['http://203.0.113.9', 'http://203.0.113.9/', 'allowed'],
    ['https://[2600:1f18::/32]', 'https://public6.example/', 'allowed'],
    ['https://[2600:1f19::/32]', 'https://public6.example/', 'not_allowed'],
    ['https://public.example', 'http://10.0.0.7/', 'not_allowed'],
    [ALLOW_LOCAL, 'http://10.0.0.7/', 'allowed'],
  ])('%s: %s is %s', async (rule, url, wanted) => {
    expect(reasonOf(await policy({ allow: () => [rule] }).judge(url))).toBe(wanted);
  });

  it.each([
    'public.example',
    'ftp://public.example',
    'https://',
    'https://public.example/path',
    'https://public.example:0',
    'https://public.example:70000',
    'https://10.0.0.0/33',
    'https://[fd00::/129]',
    'https://user@public.example',
    'https://*.example',
    'https://10.0.0.',
    'https://2130706433',
    'https://a b.example',
  ])('%s is no rule', (rule) => expect(readAllowRule(rule)).toBeNull());
});
