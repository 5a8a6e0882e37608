import { effect, signal } from '@preact/signals';
import type { AssigneeAnswer } from '../../server/contract/search.ts';
import { get } from './api.ts';
import { can, operator, operatorId } from './session.ts';

/** Names of operators and keys from earlier answers. Kept only in memory. */
const names = signal<ReadonlyMap<string, string>>(new Map());
effect(() => {
  // One operator's names must not remain for the next operator.
  void operatorId.value;
  names.value = new Map();
});

/** Stores the names in an answer. */
export function learnActors(actors: Iterable<{ id: string; name: string | null }>): void {
  const known = [...actors].flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const]));
  const fresh = known.filter(([id, name]) => names.peek().get(id) !== name);
  if (fresh.length > 0) names.value = new Map([...names.peek(), ...fresh]);
}

/** Returns the name for an id if an answer contained it, otherwise the id. */
export function nameOf(id: string): string {
  return names.value.get(id) ?? (id === operator.value?.id ? operator.value.name : id);
}

/** Returns the operators whom a record can be assigned to; none if the current operator may not assign. */
export async function fetchAssignees(abort: AbortSignal): Promise<AssigneeAnswer[]> {
  if (!can('kyc:review', 'kyb:review')) return [];
  const { data } = await get('/v1/assignees', abort);
  learnActors(data);
  return data;
}
