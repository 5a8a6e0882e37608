import type { Configuration, ServerMetadata } from 'openid-client';
import { AppError } from '../lib/errors.ts';
import { lazily } from '../lib/lazily.ts';
import { LIMITS } from '../lib/limits.ts';
import type { DirectoryFetch } from './fetch.ts';
import { unavailable } from './reach.ts';
import type { OidcSettings } from './types.ts';

/** Loaded with the first login by a directory. */
export const oidcLibrary = lazily(() => import('openid-client'));

/** Signatures with a key pair. Never `none`, and never a secret that both sides know (HS256). */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Reads what the provider publishes about its addresses and abilities. Throws `directory_unavailable` if it does not fit the settings or Custos' rules. */
export async function readMetadata(oidc: OidcSettings, fetch: DirectoryFetch): Promise<Readonly<ServerMetadata>> {
  const client = await oidcLibrary();
  const options = { [client.customFetch]: fetch, timeout: LIMITS.directoryTimeoutMs / 1000 };
  const found = await client
    .discovery(new URL(oidc.issuer), oidc.clientId, undefined, client.None(), options)
    .then((provider) => provider.serverMetadata())
    .catch((error: unknown) => {
      const wrong = 'No OpenID Connect provider with exactly this issuer answers at its address. Check the issuer.';
      throw appErrorIn(error) ?? unavailable(wrong, error);
    });
  const { origin } = new URL(oidc.issuer);
  for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const url = found[endpoint];
    if (url === undefined || !URL.canParse(url) || new URL(url).origin !== origin) {
      throw unavailable(
        `The provider's ${endpoint} is missing or on another host. Custos asks only the host of the issuer. Check the issuer.`,
      );
    }
  }
  const { code_challenge_methods_supported: methods, id_token_signing_alg_values_supported: algorithms } = found;
  if (methods && !methods.includes('S256')) {
    throw unavailable('The provider does not support PKCE with S256. Switch it on for this client.');
  }
  const usable = (algorithms ?? ['RS256']).filter((algorithm) => ALGORITHMS.includes(algorithm));
  if (usable.length === 0) {
    throw unavailable(
      'The provider signs ID tokens with no algorithm that Custos accepts. Choose RS256 or ES256 there.',
    );
  }
  return { ...(found as ServerMetadata), id_token_signing_alg_values_supported: usable };
}

/** Returns a configuration of the library that checks the signature of each ID token. */
export async function configure(
  { clientId, clientSecret }: OidcSettings,
  metadata: Readonly<ServerMetadata>,
  fetch: DirectoryFetch,
): Promise<Configuration> {
  const client = await oidcLibrary();
  const takesPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false;
  const authentication =
    clientSecret === null
      ? client.None()
      : takesPost
        ? client.ClientSecretPost(clientSecret)
        : client.ClientSecretBasic(clientSecret);
  const config = new client.Configuration(metadata, clientId, undefined, authentication);
  config[client.customFetch] = fetch;
  config.timeout = LIMITS.directoryTimeoutMs / 1000;
  client.enableNonRepudiationChecks(config);
  return config;
}

/** Throws `directory_unavailable` unless the provider shows a key for signatures. */
export async function readKeys(metadata: Readonly<ServerMetadata>, fetch: DirectoryFetch): Promise<void> {
  const answer = await fetch(metadata.jwks_uri ?? '', { headers: { accept: 'application/json' } });
  const text = await answer.text();
  let keys: unknown;
  try {
    keys = (JSON.parse(text) as { keys?: unknown }).keys;
  } catch {
    keys = null;
  }
  if (answer.status !== 200 || !Array.isArray(keys) || keys.length === 0) {
    throw unavailable("The provider's page of keys (jwks_uri) has no key. Check the keys of the provider.");
  }
}

/** Returns our own error that the library has wrapped; undefined if there is none. */
export function appErrorIn(error: unknown): AppError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof AppError) return at;
  return undefined;
}
