import type { record as english } from '../en/record.ts';

export const record: Record<keyof typeof english, string> = {};
