import { X509Certificate } from 'node:crypto';
import { LOGIN } from '../ldap/names.ts';
import { invalidField } from '../lib/errors.ts';
import { plainUrl } from '../webhooks/destination.ts';
import { readServer, writeServer } from './ldap.ts';
import type { DirectorySettings, LdapDirectorySettings, OidcSettings } from './types.ts';

/** Omitted values stay unchanged. */
export interface DirectoryChange extends Partial<Omit<DirectorySettings, 'oidc' | 'ldap'>> {
  /** Without a secret, the stored one stays. */
  oidc?: Omit<OidcSettings, 'clientSecret'> & { clientSecret?: string | null };
  ldap?: LdapChange;
}

export interface LdapChange extends Omit<LdapDirectorySettings, 'servers' | 'account'> {
  /** `ldaps://host:port`, or `ldap://host:port` for StartTLS. */
  servers: readonly string[];
  /** Without a password, the stored one stays. */
  account: { name: string; password?: string } | null;
}

/** Returns the settings after a change. Throws `invalid_request` naming the field. */
export async function changed(
  before: DirectorySettings,
  { oidc, ldap, ...change }: DirectoryChange,
): Promise<DirectorySettings> {
  const next: DirectorySettings = {
    ...before,
    ...change,
    oidc: oidc ? { ...oidc, clientSecret: secretOf(before, oidc) } : before.oidc,
    ldap: ldap ? await readLdap(before, ldap) : before.ldap,
  };
  checkIssuer(next.oidc);
  checkAuthorities(next.ca);
  checkGroups(next);
  if (next.on) checkComplete(next);
  return next;
}

/** A stored secret is never sent to another provider: only the one that it was given for. */
function secretOf({ oidc: before }: DirectorySettings, { issuer, clientSecret }: NonNullable<DirectoryChange['oidc']>) {
  if (clientSecret !== undefined) return clientSecret;
  if (!before?.clientSecret || before.issuer === issuer) return before?.clientSecret ?? null;
  throw invalidField(
    'oidc.client_secret',
    'oidc.client_secret must be given again, because the issuer is another one.',
  );
}

async function readLdap(
  { ldap: before }: DirectorySettings,
  { servers, account, ...rest }: LdapChange,
): Promise<LdapDirectorySettings> {
  const read = servers.map((text, index) => {
    const server = readServer(text);
    if (server) return server;
    throw invalidField(
      `ldap.servers[${index}]`,
      `ldap.servers[${index}] is not a server; send ldaps://host:port, or ldap://host:port for StartTLS.`,
    );
  });
  await checkPeople(rest);
  if (account === null && rest.directName === null) {
    throw invalidField(
      'ldap.account',
      'ldap.account is missing; send the account that searches, or a direct_name under which people log in.',
    );
  }
  if (account === null) return { ...rest, servers: read, account };
  const { name, password } = account;
  if (password !== undefined) return { ...rest, servers: read, account: { name, password } };
  // A stored password is never sent to another server, and belongs to one name.
  const former = before?.account;
  if (former?.name === name && sameServers(before?.servers ?? [], read))
    return { ...rest, servers: read, account: former };
  throw invalidField(
    'ldap.account_password',
    'ldap.account_password must be given again, because the account or a server is another one.',
  );
}

const sameServers = (one: LdapDirectorySettings['servers'], other: LdapDirectorySettings['servers']): boolean =>
  one.map(writeServer).join() === other.map(writeServer).join();

async function checkPeople({
  userFilter,
  directName,
  groups,
}: Omit<LdapDirectorySettings, 'servers' | 'account'>): Promise<void> {
  const { filterProblem } = await import('../ldap/templates.ts');
  const problem = filterProblem(userFilter);
  if (problem !== null) throw invalidField('ldap.user_filter', FILTER_PROBLEMS[problem]);
  if (directName !== null && !directName.includes(LOGIN)) {
    throw invalidField(
      'ldap.direct_name',
      `ldap.direct_name does not contain ${LOGIN}; put it where the login belongs.`,
    );
  }
  if (groups.by === 'search' && groups.nested && groups.member !== 'member') {
    throw invalidField(
      'ldap.nested_groups',
      'ldap.nested_groups works with groups_by member only; it is a rule of Active Directory.',
    );
  }
}

const FILTER_PROBLEMS = {
  not_a_filter:
    'ldap.user_filter is not a filter (RFC 4515); send one such as (&(objectClass=person)(uid={login})). Write letters beyond ASCII as they are.',
  no_login: `ldap.user_filter does not contain ${LOGIN}; compare an attribute with it, such as (uid=${LOGIN}).`,
  login_not_compared: `ldap.user_filter uses ${LOGIN} other than to compare for equality; write (attribute=${LOGIN}), not under "!" and without "*".`,
};

function checkIssuer(oidc: OidcSettings | null): void {
  if (!oidc) return;
  const url = plainUrl(oidc.issuer);
  if (url?.protocol === 'https:' && url.search === '') return;
  throw invalidField(
    'oidc.issuer',
    'oidc.issuer is not an address of a provider; send https:// with the host and the path, without a query.',
  );
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

function checkAuthorities(ca: string | null): void {
  if (ca === null) return;
  const blocks = ca.match(CERTIFICATE) ?? [];
  if (blocks.length > 0 && !ca.includes('PRIVATE KEY') && blocks.every(isAuthority)) return;
  throw invalidField(
    'ca',
    'ca is not the certificate of an authority in PEM format ("-----BEGIN CERTIFICATE-----"); export it without any key.',
  );
}

function isAuthority(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca;
  } catch {
    return false;
  }
}

function checkGroups({ groups }: DirectorySettings): void {
  const names = groups.map(({ group }) => group.normalize('NFC').trim().toLowerCase());
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (twice < 0) return;
  throw invalidField(
    `groups[${twice}].group`,
    `groups[${twice}].group is in the table twice; keep one row for each group.`,
  );
}

function checkComplete({ name, kind, oidc, ldap, ca, groups }: DirectorySettings): void {
  if (name.trim() === '') throw invalidField('name', 'name is empty; send the name that the login page shows.');
  if (kind === 'oidc' && !oidc)
    throw invalidField('oidc', 'oidc is missing; send the issuer and the client before you switch it on.');
  if (kind === 'ldap' && !ldap)
    throw invalidField('ldap', 'ldap is missing; send the servers before you switch it on.');
  if (kind === 'ldap' && ca === null) {
    throw invalidField('ca', "ca is missing; send the certificate of the site's authority (CA), which LDAP needs.");
  }
  if (groups.length === 0) {
    throw invalidField('groups', 'groups is empty, so nobody would get in; give at least one group a role.');
  }
}
