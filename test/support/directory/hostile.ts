import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CLIENT_ID, openTlsServer, type TlsServer } from './provider.ts';

/** What the page of the provider was asked for. */
export type Asked = Record<'state' | 'nonce' | 'redirect_uri' | 'code_challenge', string>;

type Claims = Record<string, unknown>;

/** How the next ID token differs from a good one. */
export interface Forgery {
  header?: Claims;
  /** Undefined: the claim is missing. */
  claims?: Claims;
  /** Returns the signature; by default with the provider's own key. */
  sign?: (signed: string) => Buffer;
  /** The whole answer instead of a token. */
  answer?: { status?: number; body: unknown };
}

/** A provider that does what no good provider does. */
export interface HostileProvider extends TlsServer {
  key: KeyObject;
  /** PEM, as everybody can read it. */
  publicKey: string;
  /** Makes the next answers. */
  forge(forgery: Forgery): void;
  /** Must be called with the address that the browser was sent to. */
  hear(url: string): Asked;
  /** Forms that arrived at the token endpoint. */
  forms: URLSearchParams[];
  /** What discovery says besides; null: it is not there. */
  metadata: Claims | null;
}

const KID = 'provider-key';
export const rsaSign =
  (key: KeyObject) =>
  (signed: string): Buffer =>
    sign('sha256', Buffer.from(signed), key);
export const hmacSign =
  (secret: string) =>
  (signed: string): Buffer =>
    createHmac('sha256', secret).update(signed).digest();

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function openHostileProvider(): Promise<HostileProvider> {
  const tls = await openTlsServer();
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKey = createPublicKey(key);
  let forgery: Forgery = {};
  let asked: Asked | null = null;
  const token = (): string => {
    const nowS = Math.floor(Date.now() / 1000);
    const claims = {
      iss: tls.origin,
      sub: 's-1',
      aud: CLIENT_ID,
      exp: nowS + 300,
      iat: nowS,
      nonce: asked?.nonce,
      name: 'Grace Hopper',
      preferred_username: 'grace',
      groups: ['custos-reviewers'],
      ...forgery.claims,
    };
    const signed = `${encode({ alg: 'RS256', kid: KID, ...forgery.header })}.${encode(claims)}`;
    return `${signed}.${(forgery.sign ?? rsaSign(key))(signed).toString('base64url')}`;
  };
  const provider: HostileProvider = {
    ...tls,
    key,
    publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    forge(next) {
      forgery = next;
    },
    hear(url) {
      asked = Object.fromEntries(new URL(url).searchParams) as Asked;
      return asked;
    },
    forms: [],
    metadata: {},
  };
  tls.answer((req, res) => void answer(req, res));
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const say = (body: unknown, status = 200): void => {
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (req.url === '/.well-known/openid-configuration') {
      if (provider.metadata === null) return say({}, 404);
      return say({
        issuer: tls.origin,
        authorization_endpoint: `${tls.origin}/auth`,
        token_endpoint: `${tls.origin}/token`,
        jwks_uri: `${tls.origin}/keys`,
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        // It says that it uses what nobody should accept.
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        ...provider.metadata,
      });
    }
    if (req.url === '/keys')
      return say({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KID, use: 'sig', alg: 'RS256' }] });
    let form = '';
    for await (const chunk of req) form += String(chunk);
    provider.forms.push(new URLSearchParams(form));
    if (forgery.answer) return say(forgery.answer.body, forgery.answer.status);
    say({ access_token: 'opaque', token_type: 'Bearer', id_token: token() });
  };
  return provider;
}
