import { nameOfActor } from './actors.ts';
import type { OperatorDeps } from './operators.ts';

/** Whoever did something, as the audit log names them, with what people know them by. */
export interface NamedActor {
  id: string;
  /** `system`: the appliance by itself; `command_line`: somebody at the machine. */
  kind: 'operator' | 'key' | 'system' | 'command_line';
  /** An operator's name, a key's label; null for the others, and for what is not stored here. */
  name: string | null;
}

/** Gives actors their names. Each is looked up once, so make one for each answer, and none that lives longer: names change. */
export function createActorNames(deps: Pick<OperatorDeps, 'db' | 'staffKey'>): (id: string) => NamedActor {
  const known = new Map<string, NamedActor>();
  return (id) => {
    const kind = kindOf(id);
    const isStored = kind === 'operator' || kind === 'key';
    const actor = known.get(id) ?? { id, kind, name: isStored ? nameOfActor(deps, id) : null };
    known.set(id, actor);
    return actor;
  };
}

function kindOf(id: string): NamedActor['kind'] {
  if (id.startsWith('opr_')) return 'operator';
  if (id.startsWith('key_')) return 'key';
  return id === 'cli' ? 'command_line' : 'system';
}
