import { type LoggedIn, type LoginDeps, logInByDirectory, refuseByDirectory } from '../access/login.ts';
import { countLocalAdministrators, type DirectoryOperator, keepDirectoryOperator } from '../access/operators.ts';
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
  /** The port for other machines of the office network; null: none. */
  officePort(): number | null;
}

interface Pending {
  login: OidcLogin;
  returnTo: string;
  /** The client that began it: a change of the settings makes another one. */
  client: OidcClient;
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
    ownPorts: () => [ownPort, deps.officePort()],
  });
  const reach = createReach(policy, deps.egress);
  const pending = createPendingLogins<Pending>(clock);
  const inTurn = oneAtATime();
  let settings = readSettings(store);
  let oidc = clientOf(settings);
  let timer: NodeJS.Timeout | undefined;

  function clientOf({ oidc: own, ca }: DirectorySettings): OidcClient | null {
    return own && createOidcClient({ oidc: own, ca, reach, clock });
  }
  /** Throws `directory_off`. */
  const inUse = (): OidcClient => {
    if (settings.on && oidc) return oidc;
    throw new AppError('directory_off', 'Login by the directory is off. Log in with a local account.');
  };

  /** Returns the operator that a person is. Throws `directory_no_role`. */
  const operatorOf = ({ person }: Confirmed): DirectoryOperator => {
    const role = roleOf(person.groups, settings.groups);
    if (role !== null) return readOperator(person, role);
    throw new AppError(
      'directory_no_role',
      'You are in no group that has a role here. Ask an administrator of this appliance.',
    );
  };

  const recheck = async (client: DirectoryClient, session: ConfirmedSession): Promise<void> => {
    const confirmed = await client.recheck(session.grant);
    // Another directory is in use by now, and the sessions of this one have ended.
    if (client !== oidc) return;
    const role = confirmed && roleOf(confirmed.person.groups, settings.groups);
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
      const client = oidc;
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
        const next = changed(settings, change);
        if (next.oidc && (await policy.judge(next.oidc.issuer)).is === 'refused') {
          throw invalidField(
            'oidc.issuer',
            "oidc.issuer is not on the site's own network. Give a host with a private or loopback address.",
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
          oidc = clientOf(next);
          pending.clear();
        }
        return settings;
      }),

    test() {
      if (oidc) return oidc.test();
      throw new AppError('directory_off', 'There is no directory to try. Save its settings first.');
    },

    async begin({ redirectUri, returnTo }) {
      const client = inUse();
      const { url, login } = await client.begin(redirectUri);
      return { url, token: pending.put({ login, returnTo, client }) };
    },

    async finish(token, search, former) {
      try {
        const client = inUse();
        const begun = token === null ? null : pending.take(token);
        if (!begun || begun.client !== client) throw unknownLogin();
        const confirmed = await client.finish(begun.login, search);
        if (client !== oidc) throw unknownLogin();
        const person = operatorOf(confirmed);
        return { ...logInByDirectory(access, { person, grant: confirmed.grant }, former), returnTo: begun.returnTo };
      } catch (error) {
        if (error instanceof AppError && error.code !== 'login_failed') {
          log.info('directory.refused', { code: error.code, cause: causeOf(error) });
          transact(db, () => refuseByDirectory(access, error.code));
        }
        throw error;
      }
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
const placeOf = ({ kind, oidc, ca }: DirectorySettings): string => JSON.stringify([kind, oidc, ca]);

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
