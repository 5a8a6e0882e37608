import type { EndpointAnswer } from '../../../server/contract/webhooks.ts';
import { textFor } from '../../text/text.ts';

export type Kind = NonNullable<EndpointAnswer['kinds']>[number];

const STATES = ['created', 'processing', 'completed', 'failed', 'needs_review'] as const;

/** What an endpoint can be told of, in the groups in which it is chosen. A test goes to whom it was sent, whatever was chosen. */
export const KIND_GROUPS = [
  { label: 'webhooks.kinds_people', kinds: STATES.map((state) => `verification.${state}` as const) },
  { label: 'webhooks.kinds_companies', kinds: STATES.map((state) => `kyb.verification.${state}` as const) },
  { label: 'webhooks.kinds_lists', kinds: ['watchlist.alert.created'] },
] as const satisfies readonly { label: string; kinds: readonly Kind[] }[];

/** The words of an event's kind; of one that this console does not know the kind itself. */
export const kindText = (kind: string): string => textFor(`webhook_kind.${kind}`) ?? kind;

/** The same under the heading of its group. */
export function shortKindText(kind: Kind): string {
  const [, state] = /verification\.(\w+)$/.exec(kind) ?? [];
  return (state && textFor(`webhook_kind_short.${state}`)) || kindText(kind);
}
