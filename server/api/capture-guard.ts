import type { RequestHandler } from 'express';
import type { Route } from '../contract/route.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Guard } from './guard.ts';
import { perAddressLimit } from './rate-limit.ts';
import { produces } from './route.ts';
import { requireOwnPage } from './session-cookie.ts';

/**
 * What runs before the routes of the applicant's page. Only the page itself may change anything: a page of another site has the cookie of the browser,
 * too. The cookie is checked by the handlers.
 */
export function createCaptureGuard(): Pick<Guard, 'chainOf'> {
  const requests = perAddressLimit('requests', LIMITS.captureRequestsPerMinute);
  const claims = perAddressLimit('claims', LIMITS.captureClaimsPerMinute);
  const pictures = perAddressLimit('pictures', LIMITS.capturePicturesPerMinute);
  const ownPage: RequestHandler = (req, _res, next) => {
    requireOwnPage(req);
    next();
  };
  return {
    chainOf: ({ at, jpegBytesMax }: Route) => [
      requests,
      produces('application/json'),
      ...(at.startsWith('GET ') ? [] : [ownPage]),
      ...(at.endsWith('/claim') ? [claims] : []),
      ...(jpegBytesMax === LIMITS.fileSizeBytesMax ? [pictures] : []),
    ],
  };
}
