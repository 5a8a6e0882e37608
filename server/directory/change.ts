import { X509Certificate } from 'node:crypto';
import { invalidField } from '../lib/errors.ts';
import { plainUrl } from '../webhooks/destination.ts';
import type { DirectorySettings, OidcSettings } from './types.ts';

/** Omitted values stay unchanged. */
export interface DirectoryChange extends Partial<Omit<DirectorySettings, 'oidc'>> {
  /** Without a secret, the stored one stays. */
  oidc?: Omit<OidcSettings, 'clientSecret'> & { clientSecret?: string | null };
}

/** Returns the settings after a change. Throws `invalid_request` naming the field. */
export function changed(before: DirectorySettings, { oidc, ...change }: DirectoryChange): DirectorySettings {
  const next: DirectorySettings = {
    ...before,
    ...change,
    oidc: oidc ? { ...oidc, clientSecret: secretOf(before, oidc) } : before.oidc,
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

function checkComplete({ name, oidc, groups }: DirectorySettings): void {
  if (name.trim() === '') throw invalidField('name', 'name is empty; send the name that the login page shows.');
  if (!oidc) throw invalidField('oidc', 'oidc is missing; send the issuer and the client before you switch it on.');
  if (groups.length === 0) {
    throw invalidField('groups', 'groups is empty, so nobody would get in; give at least one group a role.');
  }
}
