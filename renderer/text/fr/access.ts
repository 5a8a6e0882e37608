import type { access as english } from '../en/access.ts';

export const access: Record<keyof typeof english, string> = {};
