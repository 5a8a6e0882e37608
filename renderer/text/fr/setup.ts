import type { setup as english } from '../en/setup.ts';

export const setup: Record<keyof typeof english, string> = {};
