import type { Request, RequestHandler, Response } from 'express';
import { authenticate } from '../access/keys.ts';
import type { OperatorDeps } from '../access/operators.ts';
import type { Principal } from '../access/principal.ts';
import { findSession, type Session } from '../access/sessions.ts';
import { must } from '../lib/assert.ts';
import { AppError, invalidField } from '../lib/errors.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { ROLE_SCOPES } from '../vocabulary/roles.ts';
import type { Scope } from '../vocabulary/scopes.ts';
import { readSessionToken, requireOwnPage } from './session-cookie.ts';

const MODE_HEADER = 'Custos-Mode';
const KINDS: readonly VerificationKind[] = ['kyc', 'kyb'];

/** RFC 6750, section 2.1; the scheme's name is compared without case (RFC 9110, section 11.1). */
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

type AccessDeps = Pick<OperatorDeps, 'db' | 'clock' | 'pepper' | 'secondFactorRoles'>;

/**
 * Authenticates the caller: an API key by `Authorization: Bearer`, or an operator by the session cookie. The cookie counts only if the header is
 * missing. Throws `unauthorized` (the answer carries `WWW-Authenticate: Bearer`), `cross_site_request`, and `forbidden` while the operator must
 * change a one-time password or set up a second factor.
 */
export function authentication(deps: { access: AccessDeps }): RequestHandler {
  return (req, res, next) => {
    const session = sessionOf(deps.access, req, { touch: true });
    res.locals['principal'] = session ? operatorPrincipal(req, session) : keyPrincipal(deps.access, req);
    next();
  };
}

/** Returns the session that the request's cookie names, or null. Throws `cross_site_request` if another site's page may have sent the request. */
export function sessionOf(access: AccessDeps, req: Request, { touch }: { touch: boolean }): Session | null {
  const token = req.get('authorization') === undefined ? readSessionToken(req) : null;
  if (token === null) return null;
  requireOwnPage(req);
  return findSession(access, token, { touch });
}

function operatorPrincipal(req: Request, session: Session): Principal {
  if (session.mustChangePassword) {
    throw new AppError('forbidden', 'You must change your one-time password first: POST /session/password.');
  }
  if (session.mustEnterCode) {
    throw new AppError(
      'forbidden',
      'You must enter the code of your second factor first: POST /session/second-factor/enter.',
    );
  }
  if (session.mustSetSecondFactor) {
    throw new AppError(
      'forbidden',
      'Your role requires a second factor. Set one up first: POST /session/second-factor.',
    );
  }
  return {
    actorId: session.operatorId,
    livemode: readMode(req),
    scopes: [...ROLE_SCOPES[session.role]],
    session: session.hash,
  };
}

/** Returns true for live mode. A key has a fixed mode; an operator chooses one with each request. Throws `invalid_request`. */
export function readMode(req: Request): boolean {
  const mode = req.get(MODE_HEADER) ?? 'live';
  if (mode === 'live' || mode === 'test') return mode === 'live';
  throw invalidField(MODE_HEADER, `${MODE_HEADER} must be one of: live, test.`);
}

function keyPrincipal(access: AccessDeps, req: Request): Principal {
  const secret = BEARER.exec(req.get('authorization') ?? '')?.[1];
  if (secret === undefined) {
    throw new AppError('unauthorized', 'Send the header "Authorization: Bearer <API key>", or log in.');
  }
  const principal = authenticate(access, secret);
  if (!principal) {
    throw new AppError('unauthorized', 'This API key is unknown, expired or revoked. Use another key.');
  }
  return principal;
}

/** Throws `forbidden` unless the caller has one of these scopes, and names them. Runs after `authentication`. */
export function requireScope(...scopes: readonly [Scope, ...Scope[]]): RequestHandler {
  return (_req, res, next) => {
    if (!scopes.some((scope) => principalOf(res).scopes.includes(scope))) {
      throw lacksScope(principalOf(res), scopes);
    }
    next();
  };
}

function lacksScope({ session }: Principal, scopes: readonly Scope[]): AppError {
  const missing = `the scope ${scopes.join(' or ')}`;
  return new AppError(
    'forbidden',
    session
      ? `Your role lacks ${missing}. An administrator can give you another role.`
      : `This API key lacks ${missing}. An administrator can create a key that has it.`,
  );
}

/** Returns the authenticated caller. */
export function principalOf(res: Response): Principal {
  return must(res.locals['principal'] as Principal | undefined, 'a guarded route has a principal');
}

/** Returns the kinds of verifications that the caller may read, write, or decide. */
export function kindsFor({ scopes }: Principal, access: 'read' | 'write' | 'review'): VerificationKind[] {
  return KINDS.filter((kind) => scopes.includes(`${kind}:${access}`));
}
