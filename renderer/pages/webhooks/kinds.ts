import type { EndpointAnswer } from '../../../server/contract/webhooks.ts';

export type Kind = NonNullable<EndpointAnswer['kinds']>[number];

const STATES = ['created', 'processing', 'completed', 'failed', 'needs_review'] as const;

/** What an endpoint can be told of, in the groups in which it is chosen. A test goes to whom it was sent, whatever was chosen. */
export const KIND_GROUPS = [
  { label: 'webhooks.kinds_people', kinds: STATES.map((state) => `verification.${state}` as const) },
  { label: 'webhooks.kinds_companies', kinds: STATES.map((state) => `kyb.verification.${state}` as const) },
  { label: 'webhooks.kinds_lists', kinds: ['watchlist.alert.created'] },
] as const satisfies readonly { label: string; kinds: readonly Kind[] }[];
