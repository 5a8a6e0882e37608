import type { create as english } from '../en/create.ts';

export const create: Record<keyof typeof english, string> = {};
