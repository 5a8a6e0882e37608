import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';

/** The format of everything that a branch and its hub exchange. A change that an older version cannot read gets the next number. */
export const FORMAT = 1;

/** The parts of which the schemas of this room consist. */
export const format = z.literal(FORMAT);
export const hash = z.string().regex(/^[0-9a-f]{64}$/);
export const publicKey = hash;
export const signature = z.string().regex(/^[0-9a-f]{128}$/);
export const hubKeyId = z.string().regex(/^[0-9a-f]{16}$/);
export const branchId = z.string().regex(/^brn_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
export const lineId = z.string().regex(/^lin_[0-9a-f]{32}$/);
export const enrolmentId = z.string().regex(/^enr_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
export const count = z.int().min(0);
export const number = z.int().min(1);
export const time = z.iso.datetime();
export const label = z.string().min(1).max(LIMITS.textFieldCharsMax);
export const pem = z.string().min(1).max(LIMITS.lanPemCharsMax);
export const code = z.string().regex(/^[a-z0-9_]{1,64}$/);

/** Returns the id of a new line: 128 random bits. */
export const newLineId = (random: (bytes: number) => Buffer = randomBytes): string =>
  `lin_${random(16).toString('hex')}`;
