import { z } from 'zod';

export const STATUSES = ['pending', 'processing', 'completed', 'failed', 'needs_review'] as const;
export const statusSchema = z.enum(STATUSES).meta({ id: 'VerificationStatus' });
/** Of a verification that another one is linked with. */
export const linkedStatusSchema = z.enum([...STATUSES, 'erased']).meta({ id: 'LinkedVerificationStatus' });
