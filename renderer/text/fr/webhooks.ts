import type { webhooks as english } from '../en/webhooks.ts';

export const webhooks: Record<keyof typeof english, string> = {};
