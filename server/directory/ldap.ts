import { setTimeout as wait } from 'node:timers/promises';
import type { Dial, LdapServer } from '../ldap/connection.ts';
import type { LdapOutcome, LdapSettings } from '../ldap/directory.ts';
import { LdapFault, type LdapFaultCode } from '../ldap/faults.ts';
import type { Clock } from '../lib/clock.ts';
import { connectTo } from '../lib/egress.ts';
import { AppError } from '../lib/errors.ts';
import { lazily } from '../lib/lazily.ts';
import { LIMITS } from '../lib/limits.ts';
import { createTurns } from '../lib/turns.ts';
import { type Reach, unavailable } from './reach.ts';
import type { Confirmed, DirectoryClient, LdapDirectorySettings } from './types.ts';

/** Loaded with the first login by a directory, together with the client library. */
const ldapRoom = lazily(() => import('../ldap/directory.ts'));

export interface LdapClient extends DirectoryClient {
  /** Returns null if the directory does not let them in: one answer for every reason. Throws `directory_unavailable`, `rate_limited`. */
  logIn(input: { login: string; password: string }): Promise<Confirmed | null>;
}

/** What is wrong with a server, and what to do. */
const FAULTS: Record<LdapFaultCode, string> = {
  timeout: 'The directory did not answer in time. Try again later, or log in with a local account.',
  address_refused:
    "The host name of the directory has no address now, or not one of the site's own network. Check the name and this machine's name server.",
  connection_refused:
    'The directory refuses connections. Check that it runs and that its address and port are right, or log in with a local account.',
  connection_failed:
    'The directory closed the connection. Check the address, the port and the kind of encryption, or log in with a local account.',
  starttls_refused: 'The directory refuses StartTLS. Use ldaps:// if it offers that, or switch on TLS there.',
  certificate_untrusted:
    "The directory's certificate does not come from the authority in the settings. Give the certificate of the site's authority (CA).",
  certificate_expired:
    "The directory's certificate has expired or is not valid yet. Renew it there, and check this machine's clock.",
  certificate_other_host:
    "The directory's certificate is for another host name. Use the name that the certificate gives, or issue a new one there.",
  tls_failed: 'The directory does not complete TLS. Check the port, and that it offers TLS 1.2 or newer.',
  bad_answer: "The directory's answer cannot be read. Check that the address is that of an LDAP server.",
  answer_too_large:
    'The answer of the directory is too large. Narrow the filter for people, or search for groups instead of reading memberOf.',
  account_refused:
    'The directory refuses the account that searches, or there is none. Check its name and password in the settings.',
  base_unknown:
    'The place in the directory where people or groups are searched does not exist, or the account may not see it.',
  referral: 'The directory names another server. Custos follows no referral. Give the address of that server.',
  server_error: 'The directory answers with an error of its own. Try again later, or log in with a local account.',
};

/** Login by LDAP or Active Directory. Each connection is over TLS, with a certificate from the site's authority. */
export function createLdapClient(deps: {
  ldap: LdapDirectorySettings;
  ca: string;
  reach: Reach;
  clock: Clock;
}): LdapClient {
  const settings: LdapSettings = { ...deps.ldap, ca: deps.ca };
  const dial: Dial = async (host, port) => {
    const place = await deps
      .reach(`https://${bracketed(host)}:${port}`, LIMITS.ldapConnectTimeoutMs)
      .catch((error: unknown) => {
        throw error instanceof AppError ? new LdapFault('address_refused') : error;
      });
    return connectTo(place.address, place.port);
  };
  const ldap = { dial, clock: deps.clock, wait: (durationMs: number) => wait(durationMs) };
  const inTurn = createTurns({
    atOnce: LIMITS.ldapLoginsAtOnce,
    waitingMax: LIMITS.ldapLoginsWaitingMax,
    refuse: () =>
      new AppError('rate_limited', {
        detail: 'Too many logins wait for the directory. Try again in a few seconds.',
        retryAfterSeconds: LIMITS.ldapTotalTimeoutMs / 1000,
      }),
  });
  /** Throws `directory_unavailable`. */
  const confirmedBy = (outcome: LdapOutcome): Confirmed | null => {
    if (outcome.is === 'unavailable') throw unavailable(FAULTS[outcome.why], new LdapFault(outcome.why));
    if (outcome.is === 'refused') return null;
    const { identity, login, name, groups } = outcome.person;
    const person = { uniqueId: `ldap:${JSON.stringify([settings.identity, identity])}`, login, name, groups };
    return { person, grant: settings.account && identity };
  };
  return {
    logIn: (input) => inTurn(async () => confirmedBy(await (await ldapRoom()).authenticate(ldap, settings, input))),
    recheck: async (identity) => confirmedBy(await (await ldapRoom()).readPerson(ldap, settings, identity)),
    async test() {
      const checks = await (await ldapRoom()).checkServers(ldap, settings);
      return checks.map(({ server, fault }) => ({
        step: 'server' as const,
        server: writeServer(server),
        problem: fault && FAULTS[fault],
      }));
    },
  };
}

const SERVER = /^(ldaps?):\/\/(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?::(\d{1,5}))?\/?$/i;
const DEFAULT_PORTS = { at_once: 636, starttls: 389 };

/** Reads `ldaps://host:port` or `ldap://host:port`, the latter with StartTLS. Returns null if the text is neither. */
export function readServer(text: string): LdapServer | null {
  const [, scheme, host, digits] = SERVER.exec(text.trim()) ?? [];
  if (scheme === undefined || host === undefined) return null;
  const tls = scheme.toLowerCase() === 'ldaps' ? 'at_once' : 'starttls';
  const port = digits === undefined ? DEFAULT_PORTS[tls] : Number(digits);
  if (port < 1 || port > 65_535) return null;
  return { host: host.toLowerCase().replace(/^\[|\]$/g, ''), port, tls };
}

export const writeServer = ({ host, port, tls }: LdapServer): string =>
  `${tls === 'at_once' ? 'ldaps' : 'ldap'}://${bracketed(host)}:${port}`;

export const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);
