import type { queue as english } from '../en/queue.ts';

export const queue: Record<keyof typeof english, string> = {};
