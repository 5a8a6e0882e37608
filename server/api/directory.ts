import { enterCode } from '../access/login.ts';
import { findSession, type Session } from '../access/sessions.ts';
import type { Appliance } from '../appliance/appliance.ts';
import type { DirectoryAnswer, directoryLoginRoutes, directoryRoutes } from '../contract/directory.ts';
import type { DirectoryChange, LdapChange } from '../directory/change.ts';
import { writeServer } from '../directory/ldap.ts';
import type { DirectorySettings, LdapDirectorySettings } from '../directory/types.ts';
import { must } from '../lib/assert.ts';
import { AppError, invalidField } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { sessionOf } from './authorise.ts';
import type { Handlers } from './mount.ts';
import { addressOf } from './rate-limit.ts';
import { presentSession } from './session.ts';
import { clearLoginCookie, originOf, readLoginToken, setLoginCookie, setSessionCookie } from './session-cookie.ts';

const CALLBACK = '/session/directory/callback';

/** What people type on this machine. */
const OWN_NAMES = ['127.0.0.1', 'localhost'];

type Parts = Pick<Appliance, 'access' | 'config' | 'directory' | 'lan' | 'uplink'>;

/** Routes for the settings of the site's own directory. They apply to both modes, so a test key has no access. */
export function directoryHandlers({ config, directory, lan }: Parts): Handlers<typeof directoryRoutes> {
  const present = ({ secondFactor, oidc, ldap, ...rest }: DirectorySettings): DirectoryAnswer => ({
    object: 'directory',
    ...rest,
    second_factor: secondFactor,
    oidc: oidc && {
      issuer: oidc.issuer,
      client_id: oidc.clientId,
      groups_claim: oidc.groupsClaim,
      scope: oidc.scope,
      has_client_secret: oidc.clientSecret !== null,
    },
    ldap: ldap && presentLdap(ldap),
    redirect_uris: [
      ...OWN_NAMES.map((host) => `http://${host}:${directory.port() ?? config.port}`),
      ...lan.state().urls,
    ].map((url) => new URL(CALLBACK, url).href),
    confirmed_minutes: LIMITS.directoryConfirmedMs / 60_000,
  });
  return {
    getDirectory: () => present(directory.settings()),
    async changeDirectory(call) {
      const { second_factor: secondFactor, oidc, ldap, ...rest } = call.body;
      const change: DirectoryChange = {
        ...rest,
        ...(secondFactor !== undefined && { secondFactor }),
        ...(ldap && { ldap: readLdap(ldap) }),
        ...(oidc && {
          oidc: {
            issuer: oidc.issuer,
            clientId: oidc.client_id,
            groupsClaim: oidc.groups_claim,
            scope: oidc.scope,
            ...(oidc.client_secret !== undefined && { clientSecret: oidc.client_secret }),
          },
        }),
      };
      return present(await directory.change(change, call.actor));
    },
    async testDirectory() {
      const steps = await directory.test();
      return { object: 'directory_test', ok: steps.every(({ problem }) => problem === null), steps };
    },
  };
}

type LdapAnswer = NonNullable<DirectoryAnswer['ldap']>;
type LdapBody = Omit<LdapAnswer, 'has_account_password'> & { account_password?: string };

const presentLdap = ({ servers, account, directName, groups, ...rest }: LdapDirectorySettings): LdapAnswer => ({
  servers: servers.map(writeServer),
  account: account?.name ?? null,
  has_account_password: account !== null,
  direct_name: directName,
  user_base: rest.userBase,
  user_filter: rest.userFilter,
  name_attribute: rest.nameAttribute,
  identity: rest.identity,
  groups_by: groups.by === 'memberOf' ? 'memberOf' : groups.member,
  group_base: groups.by === 'memberOf' ? null : groups.base,
  nested_groups: groups.by === 'search' && groups.nested,
});

function readLdap({
  account,
  account_password: password,
  groups_by: by,
  group_base: base,
  ...body
}: LdapBody): LdapChange {
  if (by !== 'memberOf' && base === null) {
    throw invalidField('ldap.group_base', 'ldap.group_base is missing; send where the groups are searched.');
  }
  return {
    servers: body.servers,
    account: account === null ? null : { name: account, ...(password !== undefined && { password }) },
    directName: body.direct_name,
    userBase: body.user_base,
    userFilter: body.user_filter,
    nameAttribute: body.name_attribute,
    identity: body.identity,
    groups:
      by === 'memberOf' || base === null
        ? { by: 'memberOf' }
        : { by: 'search', base, member: by, nested: body.nested_groups },
  };
}

/** Routes for the browser of a person who logs in by the site's own directory. */
export function directoryLoginHandlers({ access, directory, uplink }: Parts): Handlers<typeof directoryLoginRoutes> {
  return {
    async beginDirectoryLogin(call) {
      const { return_to: asked = '/' } = call.body;
      const redirectUri = `${originOf(call.req)}${CALLBACK}`;
      const { url, token } = await directory.begin({ redirectUri, returnTo: ownPath(asked) });
      setLoginCookie(call.res, token);
      return { object: 'directory_page', url };
    },
    async finishDirectoryLogin({ req, res }) {
      // The session cookie does not come from another site's page, so a former session ends by its own time.
      const token = readLoginToken(req);
      clearLoginCookie(res);
      const { search } = new URL(req.originalUrl, 'http://localhost');
      try {
        const { token: session, returnTo } = await directory.finish(token, search, null);
        setSessionCookie(res, session);
        res.redirect(303, returnTo);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // A page for a person: the login page shows the code in words.
        res.redirect(303, `/?login_problem=${error.code}`);
      }
    },
    async logInByPassword(call) {
      const former = sessionOf(access, call.req, { touch: false });
      const { token } = await directory.logIn({ ...call.body, address: addressOf(call.req) }, former);
      setSessionCookie(call.res, token);
      const begun = findSession(access, token, { touch: false });
      return presentSession({ access, directory, uplink }, call, must(begun, 'a session that has begun works'));
    },
    enterSecondFactorCode(call) {
      const session = call.res.locals['session'] as Session;
      enterCode(access, session, { code: call.body.code, address: addressOf(call.req) });
      const open = must(sessionOf(access, call.req, { touch: false }), 'the session goes on');
      return presentSession({ access, directory, uplink }, call, open);
    },
  };
}

/** Only a path of this appliance: another host would get the person after the login. */
function ownPath(text: string): string {
  const base = 'http://localhost';
  const isPath = text.startsWith('/') && !text.startsWith('//') && URL.canParse(text, base);
  if (!isPath) return '/';
  const { origin, pathname, search } = new URL(text, base);
  return origin === base && !pathname.startsWith('//') ? `${pathname}${search}` : '/';
}
