import type { RequestHandler } from 'express';
import type { Route } from '../contract/route.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Guard } from './guard.ts';
import { perAddressLimit, perDeviceLimit } from './rate-limit.ts';
import { produces } from './route.ts';
import { requireOwnPage } from './session-cookie.ts';

/**
 * What runs before the routes of the applicant's page. Only the page itself may change anything: a page of another site has the cookie of the browser,
 * too. The cookie is checked by the handlers.
 *
 * Tablets of one office may share an address, behind a proxy or router. So requests and pictures are limited for each device by its cookie, and for
 * each address by more, because anybody can make up cookies. Only refused claims count: others need a link that an operator has made.
 */
export function createCaptureGuard(): Pick<Guard, 'chainOf'> {
  const requests = limitsOf('requests', LIMITS.captureRequestsPerMinute);
  const pictures = limitsOf('pictures', LIMITS.capturePicturesPerMinute);
  const claims = perAddressLimit('refused claims', LIMITS.captureClaimsPerMinute, { onlyRefused: true });
  const ownPage: RequestHandler = (req, _res, next) => {
    requireOwnPage(req);
    next();
  };
  return {
    chainOf: ({ at, jpegBytesMax }: Route) => [
      ...requests,
      produces('application/json'),
      ...(at.startsWith('GET ') ? [] : [ownPage]),
      ...(at.endsWith('/claim') ? [claims] : []),
      ...(jpegBytesMax === LIMITS.fileSizeBytesMax ? pictures : []),
    ],
  };
}

const limitsOf = (name: string, perMinute: number): RequestHandler[] => [
  perAddressLimit(name, perMinute * LIMITS.captureSessionsPerAddress),
  perDeviceLimit(name, perMinute),
];
