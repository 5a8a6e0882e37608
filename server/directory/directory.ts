import { beginAttempt } from '../access/attempts.ts';
import { type LoggedIn, type LoginDeps, logInByDirectory, refuseByDirectory, wrongLogin } from '../access/login.ts';
import {
  countLocalAdministrators,
  type DirectoryOperator,
  keepDirectoryOperator,
  normaliseLogin,
} from '../access/operators.ts';
import {
  type ConfirmedSession,
  confirmSession,
  confirmSoon,
  endDirectorySessions,
  endSession,
  endSessionsOf,
  type Session,
  sessionsToConfirm,
} from '../access/sessions.ts';
import type { EgressLog } from '../audit/egress-log.ts';
import { transact } from '../db/transact.ts';
import { AppError, conflict, invalidField } from '../lib/errors.ts';
import { interfaceAddresses } from '../lib/interfaces.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import { oneAtATime } from '../lib/turns.ts';
import type { KeyStore } from '../vault/key-store.ts';
import { type OperatorSource, ROLES } from '../vocabulary/roles.ts';
import { ALLOW_LOCAL } from '../webhooks/allow-list.ts';
import { createDestinationPolicy, type Lookup } from '../webhooks/destination.ts';
import { changed, type DirectoryChange } from './change.ts';
import { roleOf } from './groups.ts';
import { bracketed, createLdapClient, type LdapClient } from './ldap.ts';
import { createOidcClient, type OidcClient, type OidcLogin } from './oidc.ts';
import { createPendingLogins } from './pending.ts';
import { readOperator } from './person.ts';
import { createReach } from './reach.ts';
import { readSettings, writeSettings } from './store.ts';
import type { Confirmed, DirectoryClient, DirectoryKind, DirectorySettings, TestStep } from './types.ts';

/** What a login by the directory leads to. */
export interface DirectoryLogin extends LoggedIn {
  /** The path of the console's page that the person came from. */
  returnTo: string;
}

/** Login by the site's own directory. Off until an administrator switches it on. */
export interface Directory {
  settings(): DirectorySettings;
  /** What the login page offers; null: it is off. */
  offer(): { name: string; kind: DirectoryKind } | null;
  /** Whether Custos asks operators of this source for a second factor. */
  asksForFactor(source: OperatorSource): boolean;
  /**
   * Changes settings, in force at once. Ends the sessions of the directory's operators if it is another directory or off; after another change they
   * are confirmed again at once. Throws `invalid_request` naming the field, `state_conflict`.
   */
  change(change: DirectoryChange, actor: string): Promise<DirectorySettings>;
  /** Tries the connection with the stored settings. Throws `directory_off` if there are none. */
  test(): Promise<TestStep[]>;
  /**
   * Begins a login at the provider. Returns its page, and the token that the browser must bring back. Throws `directory_off`,
   * `directory_unavailable`.
   */
  begin(browser: { redirectUri: string; returnTo: string }): Promise<{ url: string; token: string }>;
  /**
   * Ends a login at the provider. Throws `directory_refused`, `directory_unavailable`, `directory_no_role`, `directory_off`, `login_failed`,
   * `state_conflict`. Each refusal is in the audit log.
   * @param token what the browser brought; null: nothing
   */
  finish(token: string | null, search: string, former: Session | null): Promise<DirectoryLogin>;
  /**
   * Logs in with a login and a password of the directory (LDAP). Failures count as those of local accounts do. Throws `login_failed` for every
   * reason that is about the person, `directory_unavailable`, `directory_no_role`, `directory_off`, `rate_limited`, `state_conflict`.
   */
  logIn(input: { login: string; password: string; address: string }, former: Session | null): Promise<LoggedIn>;
  /** Asks the directory again about the operators whose time is nearly over. Never throws. */
  tick(): Promise<void>;
  /** The port for this machine itself; null before the start. */
  port(): number | null;
  start(ownPort: number): void;
  stop(): Promise<void>;
}

export interface DirectoryDeps {
  access: LoginDeps;
  keys: Pick<KeyStore, 'directoryKey'>;
  egress: Pick<EgressLog, 'note'>;
  log: Logger;
  lookup: Lookup;
  /** The ports for other machines of the office network, and for applicants. */
  officePorts(): readonly number[];
}

interface Pending {
  login: OidcLogin;
  returnTo: string;
  /** The client that began it: a change of the settings makes another one. */
  client: OidcClient;
}

interface Clients {
  oidc: OidcClient | null;
  ldap: LdapClient | null;
}

export function openDirectory(deps: DirectoryDeps): Directory {
  const { access, log } = deps;
  const { db, clock } = access;
  const store = { db, clock, keys: deps.keys };
  let ownPort: number | null = null;
  const policy = createDestinationPolicy({
    allow: () => [ALLOW_LOCAL],
    lookup: deps.lookup,
    ownAddresses: () => interfaceAddresses()?.map(({ address }) => address) ?? null,
    ownPorts: () => [ownPort, ...deps.officePorts()],
  });
  const reach = createReach(policy, deps.egress);
  const pending = createPendingLogins<Pending>(clock);
  const inTurn = oneAtATime();
  let settings = readSettings(store);
  let clients = clientsOf(settings);
  let timer: NodeJS.Timeout | undefined;

  /** Only the client of the chosen kind is there. */
  function clientsOf({ kind, oidc, ldap, ca }: DirectorySettings): Clients {
    return {
      oidc: kind === 'oidc' && oidc ? createOidcClient({ oidc, ca, reach, clock }) : null,
      ldap: kind === 'ldap' && ldap && ca !== null ? createLdapClient({ ldap, ca, reach, clock }) : null,
    };
  }
  const current = (): DirectoryClient | null => clients.oidc ?? clients.ldap;
  /** Throws `directory_off`. */
  const inUse = <K extends DirectoryKind>(kind: K): NonNullable<Clients[K]> => {
    const client = clients[kind];
    if (settings.on && client !== null) return client;
    throw new AppError('directory_off', OFF[kind]);
  };
  const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && !['login_failed', 'rate_limited'].includes(error.code)) {
        log.info('directory.refused', { code: error.code, cause: causeOf(error) });
        transact(db, () => refuseByDirectory(access, error.code));
      }
      throw error;
    }
  };

  /** Returns the operator that a person is. Throws `directory_no_role`. */
  const operatorOf = ({ person }: Confirmed): DirectoryOperator => {
    const role = roleOf(person.groups, settings.groups, settings.kind);
    if (role !== null) return readOperator(person, role);
    throw new AppError(
      'directory_no_role',
      'You are in no group that has a role here. Ask an administrator of this appliance.',
    );
  };

  const recheck = async (client: DirectoryClient, session: ConfirmedSession): Promise<void> => {
    const confirmed = await client.recheck(session.grant);
    // Another directory is in use by now, and the sessions of this one have ended.
    if (client !== current()) return;
    const role = confirmed && roleOf(confirmed.person.groups, settings.groups, settings.kind);
    transact(db, () => {
      const operator = confirmed && role && keepDirectoryOperator(access, readOperator(confirmed.person, role));
      if (operator?.id === session.operatorId) {
        confirmSession(access, session.hash, {
          untilMs: clock.now() + LIMITS.directoryConfirmedMs,
          grant: confirmed?.grant ?? null,
        });
        return;
      }
      // A refusal may be about this session alone: the person may have logged in again at the provider. Each session is asked about in its own time.
      if (!confirmed) endSession(access, session.hash);
      const ended = confirmed ? endSessionsOf(access, session.operatorId) : 1;
      const details = { why: confirmed ? 'no_role' : 'refused', source: 'directory', sessions_ended: ended };
      access.audit.append({
        actor: 'system',
        action: 'operator.sessions_ended',
        subjectId: session.operatorId,
        details,
      });
    });
  };

  const tick = (): Promise<void> =>
    inTurn(async () => {
      const client = current();
      if (!settings.on || !client) return;
      try {
        for (const session of sessionsToConfirm(access)) await recheck(client, session);
      } catch (error) {
        // The next sessions would wait for it as long. Each ends by itself if the directory stays away.
        log.warn('directory.not_asked', { code: error instanceof AppError ? error.code : 'internal' });
        if (!(error instanceof AppError)) log.error('directory.failed', {}, error);
      }
    });

  return {
    settings: () => settings,
    offer: () => (settings.on ? { name: settings.name, kind: settings.kind } : null),
    asksForFactor: (source) => source === 'local' || settings.secondFactor === 'custos',

    change: (change, actor) =>
      inTurn(async () => {
        const next = await changed(settings, change);
        for (const [field, url] of placesOf(next)) {
          if ((await policy.judge(url)).is !== 'refused') continue;
          throw invalidField(
            field,
            `${field} is not on the site's own network. Give a host with a private or loopback address.`,
          );
        }
        if (next.on && countLocalAdministrators(access) === 0) {
          throw conflict(
            'There is no local administrator, so nobody could log in while the directory is away. Create one first.',
          );
        }
        const isOther = !next.on || placeOf(next) !== placeOf(settings);
        transact(db, () => {
          writeSettings(store, next);
          const sessionsEnded = isOther ? endDirectorySessions(access) : 0;
          if (!isOther) confirmSoon(access);
          access.audit.append({ actor, action: 'directory.changed', details: detailsOf(next, sessionsEnded) });
        });
        settings = next;
        if (isOther) {
          clients = clientsOf(next);
          pending.clear();
        }
        return settings;
      }),

    test() {
      const client = current();
      if (client) return client.test();
      throw new AppError('directory_off', 'There is no directory to try. Save its settings first.');
    },

    async begin({ redirectUri, returnTo }) {
      const client = inUse('oidc');
      const { url, login } = await client.begin(redirectUri);
      return { url, token: pending.put({ login, returnTo, client }) };
    },

    finish: (token, search, former) =>
      refusing(async () => {
        const client = inUse('oidc');
        const begun = token === null ? null : pending.take(token);
        if (!begun || begun.client !== client) throw unknownLogin();
        const confirmed = await client.finish(begun.login, search);
        if (client !== current()) throw unknownLogin();
        const person = operatorOf(confirmed);
        return { ...logInByDirectory(access, { person, grant: confirmed.grant }, former), returnTo: begun.returnTo };
      }),

    async logIn({ login, password, address }, former) {
      const client = inUse('ldap');
      const typed = normaliseLogin(login);
      // An account of this appliance with the same login has its own count.
      const attempt = beginAttempt(access, { login: `directory:${typed}`, address });
      return refusing(async () => {
        let confirmed: Confirmed | null;
        try {
          confirmed = await client.logIn({ login: typed, password });
        } catch (error) {
          // The password was not checked.
          attempt.withdraw();
          throw error;
        }
        if (!confirmed || client !== current()) {
          transact(db, () => refuseByDirectory(access, 'login_failed'));
          throw wrongLogin();
        }
        attempt.succeeded();
        return logInByDirectory(access, { person: operatorOf(confirmed), grant: confirmed.grant }, former);
      });
    },

    tick,
    port: () => ownPort,
    start(port) {
      ownPort = port;
      timer = setInterval(() => void tick(), LIMITS.directoryTickMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await inTurn(async () => {});
    },
  };
}

/** What makes it another directory: nobody whom the former one has confirmed stays in. */
const placeOf = ({ kind, oidc, ldap, ca }: DirectorySettings): string => JSON.stringify([kind, oidc, ldap, ca]);

/** Returns the addresses that the settings name, each with its field. */
function placesOf({ oidc, ldap }: DirectorySettings): [field: string, url: string][] {
  const servers = (ldap?.servers ?? []).map(({ host, port }, index): [string, string] => [
    `ldap.servers[${index}]`,
    `https://${bracketed(host)}:${port}`,
  ]);
  return oidc ? [['oidc.issuer', oidc.issuer], ...servers] : servers;
}

const OFF: Record<DirectoryKind, string> = {
  oidc: 'Login by the directory is off. Log in with a local account.',
  ldap: 'Login with an account of the directory is off. Log in with a local account.',
};

/** Neither names of groups nor addresses: only what an auditor needs to see that rights changed. */
const detailsOf = ({ on, kind, secondFactor, groups, ca }: DirectorySettings, sessionsEnded: number) => ({
  on,
  kind,
  second_factor: secondFactor,
  own_authority: ca !== null,
  ...Object.fromEntries(ROLES.map((role) => [`groups_${role}`, groups.filter((one) => one.role === role).length])),
  sessions_ended: sessionsEnded,
});

const unknownLogin = (): AppError =>
  new AppError(
    'directory_refused',
    'This login was not begun in this browser, has been used, or has expired. Log in again from the login page.',
  );

/** The code of the library or the network, for the log: never a text of the directory. */
function causeOf({ cause }: AppError): string | undefined {
  const code = cause instanceof Error ? (cause as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : undefined;
}
