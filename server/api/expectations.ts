import type { RequestHandler } from 'express';
import { AppError } from '../lib/errors.ts';

/** Refuses any `Expect` header but `100-continue`, which Node answers itself (RFC 9110, section 10.1.1). */
export const refuseExpectations: RequestHandler = (req, _res, next) => {
  const { expect } = req.headers;
  if (expect === undefined || /^100-continue$/i.test(expect)) return next();
  next(
    new AppError('expectation_failed', 'The only supported expectation is 100-continue. Leave out the Expect header.'),
  );
};
