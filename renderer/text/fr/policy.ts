import type { policy as english } from '../en/policy.ts';

export const policy: Record<keyof typeof english, string> = {};
