import { z } from 'zod';

export const STATUSES = ['pending', 'processing', 'completed', 'failed', 'needs_review'] as const;
export const statusSchema = z.enum(STATUSES).meta({ id: 'VerificationStatus' });
/** The status of a linked verification. */
export const linkedStatusSchema = z.enum([...STATUSES, 'erased']).meta({ id: 'LinkedVerificationStatus' });
