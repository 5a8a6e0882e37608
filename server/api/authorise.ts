import type { RequestHandler, Response } from 'express';
import { authenticate, type KeyDeps } from '../access/keys.ts';
import type { Principal, Scope } from '../access/scopes.ts';
import { must } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import type { VerificationKind } from '../verifications/types.ts';

const KINDS: readonly VerificationKind[] = ['kyc', 'kyb'];

/** RFC 6750, section 2.1; the scheme's name is compared without case (RFC 9110, section 11.1). */
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/** Finds who asks, by `Authorization: Bearer`. Throws `unauthorized`; the answer carries `WWW-Authenticate: Bearer`. */
export function authentication(deps: { access: Pick<KeyDeps, 'db' | 'clock' | 'pepper'> }): RequestHandler {
  return (req, res, next) => {
    const secret = BEARER.exec(req.get('authorization') ?? '')?.[1];
    if (secret === undefined) {
      throw new AppError('unauthorized', 'Send the header "Authorization: Bearer <API key>".');
    }
    const principal = authenticate(deps.access, secret);
    if (!principal) {
      throw new AppError('unauthorized', 'This API key is not known, has expired or was revoked. Use another key.');
    }
    res.locals['principal'] = principal;
    next();
  };
}

/** Throws `forbidden`, naming the scopes of which any would do. Stands behind `authentication`. */
export function requireScope(...scopes: readonly [Scope, ...Scope[]]): RequestHandler {
  return (_req, res, next) => {
    if (!scopes.some((scope) => principalOf(res).scopes.includes(scope))) {
      throw new AppError(
        'forbidden',
        `This API key lacks the scope ${scopes.join(' or ')}. An administrator can make a key that has it.`,
      );
    }
    next();
  };
}

/** Who asks. */
export function principalOf(res: Response): Principal {
  return must(res.locals['principal'] as Principal | undefined, 'a guarded route has a principal');
}

/** The kinds of verifications that whoever asks may read, write, or decide about. */
export function kindsFor({ scopes }: Principal, access: 'read' | 'write' | 'review'): VerificationKind[] {
  return KINDS.filter((kind) => scopes.includes(`${kind}:${access}`));
}
