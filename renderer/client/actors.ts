import { effect, signal } from '@preact/signals';
import type { AssigneeAnswer } from '../../server/contract/search.ts';
import { get } from './api.ts';
import { can, operator, operatorId } from './session.ts';

/** Names of operators and keys, as answers told them. In memory alone. */
const names = signal<ReadonlyMap<string, string>>(new Map());
effect(() => {
  // What one was told is nothing for the next.
  void operatorId.value;
  names.value = new Map();
});

/** Keeps the names that an answer tells. */
export function learnActors(actors: Iterable<{ id: string; name: string | null }>): void {
  const known = [...actors].flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const]));
  const fresh = known.filter(([id, name]) => names.peek().get(id) !== name);
  if (fresh.length > 0) names.value = new Map([...names.peek(), ...fresh]);
}

/** Who an id is, as far as an answer has told; else the id. */
export function nameOf(id: string): string {
  return names.value.get(id) ?? (id === operator.value?.id ? operator.value.name : id);
}

/** Who may be given work; nobody where whoever asks may not give any. */
export async function fetchAssignees(abort: AbortSignal): Promise<AssigneeAnswer[]> {
  if (!can('kyc:review', 'kyb:review')) return [];
  const { data } = await get('/v1/assignees', abort);
  learnActors(data);
  return data;
}
