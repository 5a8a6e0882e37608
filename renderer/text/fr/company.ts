import type { company as english } from '../en/company.ts';

export const company: Record<keyof typeof english, string> = {};
