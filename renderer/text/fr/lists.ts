import type { lists as english } from '../en/lists.ts';

export const lists: Record<keyof typeof english, string> = {};
