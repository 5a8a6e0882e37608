import { Buffer } from 'node:buffer';
import type { Dial, LdapServer } from '../../../server/ldap/connection.ts';
import type { LdapDeps, LdapSettings } from '../../../server/ldap/directory.ts';
import { connectTo } from '../../../server/lib/egress.ts';
import { type TestCertificate, testCertificate } from '../certificates.ts';
import { type Slapd, SUFFIX, startSlapd } from './slapd.ts';

export const HOST = 'ldap.bank.example';
export const PEOPLE = `ou=people,${SUFFIX}`;
export const GROUPS = `ou=groups,${SUFFIX}`;
export const ACCOUNT = { name: `cn=custos,${SUFFIX}`, password: 'service account 1' };
export const PASSWORD = 'right password of everyone';

/** Every name leads to this machine. */
export const dialHere: Dial = async (_host, port) => connectTo('127.0.0.1', port);
/** How long refusals would have waited. */
export const waits: number[] = [];
export const deps: LdapDeps = {
  dial: dialHere,
  clock: { now: () => Date.now() },
  wait: async (durationMs) => waits.push(durationMs),
};

export interface Authority extends TestCertificate {
  /** A certificate for the host of the tests. */
  issue(options?: Parameters<typeof testCertificate>[1]): Promise<TestCertificate & { ca: string }>;
}

/** The authority of a site. */
export async function newAuthority(subject = 'CN=site authority'): Promise<Authority> {
  const now = Date.now();
  const authority = await testCertificate(now, { subject, ca: true, names: null, usages: null });
  return {
    ...authority,
    issue: async (options = {}) => ({
      ...(await testCertificate(now, { subject: 'CN=ldap', names: [HOST], issuer: authority, ...options })),
      ca: authority.cert,
    }),
  };
}

export const ldaps = (port: number): LdapServer => ({ host: HOST, port, tls: 'at_once' });
export const startTls = (port: number): LdapServer => ({ host: HOST, port, tls: 'starttls' });

export function settingsFor(
  ca: string,
  servers: readonly LdapServer[],
  change: Partial<LdapSettings> = {},
): LdapSettings {
  return {
    servers,
    ca,
    account: ACCOUNT,
    directName: null,
    userBase: PEOPLE,
    userFilter: '(&(objectClass=person)(uid={login}))',
    nameAttribute: 'cn',
    identity: 'entryUUID',
    groups: { by: 'memberOf' },
    ...change,
  };
}

/** The GUID of the test's Active Directory user, whose bytes are no UTF-8. */
export const GUID = Buffer.from('ff00fe8090a0b0c0d0e0f00112233445', 'hex');

/** The directory of a bank. */
const BANK_LDIF = `
dn: ${SUFFIX}
objectClass: dcObject
objectClass: organization
dc: bank
o: Bank

dn: ${ACCOUNT.name}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: custos
userPassword: ${ACCOUNT.password}

dn: ${PEOPLE}
objectClass: organizationalUnit
ou: people

dn: ${GROUPS}
objectClass: organizationalUnit
ou: groups

${person('alice', 'Alice Martin')}
${person('bob', 'Bob Stone')}
${person('o\\,brien', 'Pat O,Brien', 'o,brien')}
${person('josé', 'José Ruiz')}
${person('twin1', 'First Twin', 'twin1', 'mail: twin@bank.example')}
${person('twin2', 'Second Twin', 'twin2', 'mail: twin@bank.example')}
dn: cn=ad,${PEOPLE}
objectClass: adUser
cn: ad
sn: Directory
displayName: Ada Directory
sAMAccountName: ad
userPrincipalName: ad@bank.example
userPassword: ${PASSWORD}
userAccountControl: 512
accountExpires: 9223372036854775807
lockoutTime: 0
objectGUID:: ${GUID.toString('base64')}
`;

/** A server with the bank's directory. The groups are added while it runs, because only then does it keep `memberOf`. */
export async function startBank(certificate: Parameters<typeof startSlapd>[1]): Promise<Slapd> {
  const slapd = await startSlapd(BANK_LDIF, certificate);
  const uid = (name: string): string => `uid=${name},${PEOPLE}`;
  await slapd.asRoot(async (client) => {
    const add = (cn: string, of: Record<string, string | string[]>): Promise<void> =>
      client.add(`cn=${cn},${GROUPS}`, { cn, ...of });
    await add('reviewers', { objectClass: 'groupOfNames', member: [uid('alice'), uid('bob')] });
    await add('auditors', { objectClass: 'groupOfUniqueNames', uniqueMember: uid('bob') });
    await add('posix', { objectClass: 'posixGroup', gidNumber: '1000', memberUid: 'alice' });
  });
  return slapd;
}

function person(rdn: string, name: string, uid = rdn, more?: string): string {
  const line = (key: string, value: string): string =>
    /^[\x20-\x7e]*$/.test(value) ? `${key}: ${value}` : `${key}:: ${Buffer.from(value).toString('base64')}`;
  return [
    line('dn', `uid=${rdn},${PEOPLE}`),
    'objectClass: inetOrgPerson',
    'objectClass: shadowAccount',
    line('uid', uid),
    line('cn', name),
    line('sn', name),
    `userPassword: ${PASSWORD}`,
    ...(more === undefined ? [] : [more]),
    '',
  ].join('\n');
}
