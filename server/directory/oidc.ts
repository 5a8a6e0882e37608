import type { Configuration, ServerMetadata, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { createDirectoryFetch } from './fetch.ts';
import { appErrorIn, configure, oidcLibrary, readKeys, readMetadata } from './oidc-provider.ts';
import { type Reach, unavailable } from './reach.ts';
import type { Confirmed, DirectoryClient, OidcSettings, TestStep } from './types.ts';

/** What a browser brings back must fit these values, which only the appliance knows. */
export interface OidcLogin {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
}

export interface OidcClient extends DirectoryClient {
  /** Returns the provider's page for the browser, and what its answer must fit. Throws `directory_unavailable`. */
  begin(redirectUri: string): Promise<{ url: string; login: OidcLogin }>;
  /**
   * Reads the provider's answer, as the browser brought it. Throws `directory_refused`, `directory_unavailable`.
   * @param search the query of the address that the browser opened
   */
  finish(login: OidcLogin, search: string): Promise<Confirmed>;
}

interface Provider {
  config: Configuration;
  metadata: Readonly<ServerMetadata>;
  readAtMs: number;
}

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** Stored, sealed, with a session. */
interface Grant {
  subject: string;
  refreshToken: string;
}

/** OpenID Connect 1.0: authorisation code with PKCE (RFC 7636, S256), state and nonce. The signature of each ID token is checked. */
export function createOidcClient(deps: {
  oidc: OidcSettings;
  ca: string | null;
  reach: Reach;
  clock: Clock;
}): OidcClient {
  const { oidc, clock } = deps;
  const fetch = createDirectoryFetch({ ...deps, origin: new URL(oidc.issuer).origin });
  let known: Provider | null = null;

  const find = async (): Promise<Provider> => {
    if (known && clock.now() - known.readAtMs < LIMITS.directoryDiscoveryMs) return known;
    const metadata = await readMetadata(oidc, fetch);
    known = { config: await configure(oidc, metadata, fetch), metadata, readAtMs: clock.now() };
    return known;
  };

  /**
   * Reads what the tokens say about a person; asks the provider if they do not name the groups.
   * @param subject whose tokens they must be
   */
  const readPerson = async (provider: Provider, tokens: Tokens, subject: string): Promise<Confirmed['person']> => {
    const { config, metadata } = provider;
    const claims = tokens.claims();
    if (claims && claims.sub !== subject) throw refused('The provider answered about another person. Log in again.');
    if (claims?.azp !== undefined && claims.azp !== oidc.clientId) {
      throw refused('The provider made the ID token for another client. Check the client in the settings.');
    }
    let told: Record<string, unknown> = claims ?? {};
    if (told[oidc.groupsClaim] === undefined && metadata.userinfo_endpoint !== undefined) {
      const { fetchUserInfo } = await oidcLibrary();
      told = { ...(await fetchUserInfo(config, tokens.access_token, subject)), ...told };
    } else if (!claims) {
      throw unavailable('The provider does not say who the person is when it renews tokens. They must log in again.');
    }
    return {
      uniqueId: `oidc:${JSON.stringify([oidc.issuer, subject])}`,
      login: textOf(told, ['preferred_username', 'upn', 'unique_name', 'email']) ?? subject,
      name: textOf(told, ['name']) ?? '',
      groups: groupsOf(told[oidc.groupsClaim]),
    };
  };

  return {
    begin: (redirectUri) =>
      asking(async () => {
        const client = await oidcLibrary();
        const { config } = await find();
        const login = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
          redirectUri,
        };
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: oidc.scope,
          response_type: 'code',
          state: login.state,
          nonce: login.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(login.verifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, login };
      }),

    finish: ({ state, nonce, verifier, redirectUri }, search) =>
      asking(async () => {
        const answer = new URL(redirectUri);
        answer.search = search;
        refuseTwice(answer.searchParams);
        const { authorizationCodeGrant } = await oidcLibrary();
        const provider = await find();
        const tokens = await authorizationCodeGrant(provider.config, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const subject = tokens.claims()?.sub ?? '';
        // The library takes an empty one, and all such people would be one operator.
        if (subject === '') throw refused(NOT_FITTING);
        return { person: await readPerson(provider, tokens, subject), grant: grantOf(subject, tokens.refresh_token) };
      }),

    async recheck(text) {
      const { subject, refreshToken } = JSON.parse(text) as Grant;
      try {
        return await asking(async () => {
          const { refreshTokenGrant } = await oidcLibrary();
          const provider = await find();
          const tokens = await refreshTokenGrant(provider.config, refreshToken);
          const person = await readPerson(provider, tokens, subject);
          return { person, grant: grantOf(subject, tokens.refresh_token ?? refreshToken) };
        });
      } catch (error) {
        if (error instanceof AppError && error.code === 'directory_refused') return null;
        throw error;
      }
    },

    async test() {
      const steps: TestStep[] = [];
      const tried = async <T>(step: TestStep['step'], work: () => Promise<T>): Promise<T | null> => {
        try {
          const result = await asking(work);
          steps.push({ step, problem: null });
          return result;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          steps.push({ step, problem: error.details.detail });
          return null;
        }
      };
      const metadata = await tried('discovery', () => readMetadata(oidc, fetch));
      if (!metadata) return steps;
      await tried('keys', () => readKeys(metadata, fetch));
      await tried('client', async () => tryClient(await configure(oidc, metadata, fetch)));
      return steps;
    },
  };
}

/** Sends a code that the provider cannot have given. A provider that knows the client refuses the code; any other refuses the client. */
async function tryClient(config: Configuration): Promise<void> {
  const { genericGrantRequest, ResponseBodyError } = await oidcLibrary();
  try {
    await genericGrantRequest(config, 'authorization_code', {
      code: 'custos-test',
      redirect_uri: 'https://localhost/',
    });
  } catch (error) {
    if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return;
    throw error;
  }
}

const grantOf = (subject: string, refreshToken: string | undefined): string | null =>
  refreshToken === undefined ? null : JSON.stringify({ subject, refreshToken } satisfies Grant);

/** RFC 6749, section 3.1: no parameter may come twice, because two readers could take different ones. */
function refuseTwice(parameters: URLSearchParams): void {
  const names = [...parameters.keys()];
  if (new Set(names).size !== names.length) throw refused(NOT_FITTING);
}

const textOf = (claims: Readonly<Record<string, unknown>>, names: readonly string[]): string | null =>
  names.map((name) => claims[name]).find((value): value is string => typeof value === 'string' && value !== '') ?? null;

/** One group may come as a text instead of a list. */
function groupsOf(claim: unknown): string[] {
  const groups: unknown[] = Array.isArray(claim) ? claim : [claim];
  return groups.filter((group) => typeof group === 'string').slice(0, LIMITS.directoryPersonGroupsMax);
}

const NOT_FITTING = "The provider's answer does not fit this login. Log in again from the login page.";

const refused = (detail: string, cause?: unknown): AppError => new AppError('directory_refused', detail, cause);

/** Codes of `openid-client` for an answer that is no answer of a provider that works. */
const AWAY_CODES = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
];
/** Errors of RFC 6749, section 5.2, that are about the appliance or the provider and not about the person. */
const OF_CLIENT = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope'];
const OF_PROVIDER = ['server_error', 'temporarily_unavailable'];

/** Turns every failure of the library into `directory_refused` or `directory_unavailable`. No text of the provider gets into it. */
async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw await asAppError(error);
  }
}

async function asAppError(error: unknown): Promise<AppError> {
  const { AuthorizationResponseError, ResponseBodyError } = await oidcLibrary();
  const own = appErrorIn(error);
  if (own) return own;
  const code = (error as { code?: string }).code ?? '';
  const told = error instanceof ResponseBodyError || error instanceof AuthorizationResponseError ? error.error : '';
  if (OF_CLIENT.includes(told)) {
    return unavailable(
      'The provider does not accept this appliance. Check the client id, the secret and the scope in the settings.',
      error,
    );
  }
  if (AWAY_CODES.includes(code) || OF_PROVIDER.includes(told)) {
    return unavailable(
      'The provider answers with an error of its own. Try again later, or log in with a local account.',
      error,
    );
  }
  if (told !== '')
    return refused('The provider refused the login. Try again, or ask the administrator of the directory.', error);
  return refused(NOT_FITTING, error);
}
