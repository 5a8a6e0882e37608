import { textFor } from '../../text/text.ts';
import type { Kind } from './kinds.ts';

/** The words of an event's kind; of one that this console does not know the kind itself. */
export const kindText = (kind: string): string => textFor(`webhook_kind.${kind}`) ?? kind;

/** The same under the heading of its group. */
export function shortKindText(kind: Kind): string {
  const [, state] = /verification\.(\w+)$/.exec(kind) ?? [];
  return (state && textFor(`webhook_kind_short.${state}`)) || kindText(kind);
}
