import type { system as english } from '../en/system.ts';

export const system: Record<keyof typeof english, string> = {};
