import type { screening as english } from '../en/screening.ts';

export const screening: Record<keyof typeof english, string> = {};
