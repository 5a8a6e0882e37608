import type { alerts as english } from '../en/alerts.ts';

export const alerts: Record<keyof typeof english, string> = {};
