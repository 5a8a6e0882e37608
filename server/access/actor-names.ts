import { nameOfActor } from './actors.ts';
import type { OperatorDeps } from './operators.ts';

/** An actor of the audit log, with the name that people know. */
export interface NamedActor {
  id: string;
  /** `system`: the appliance itself; `command_line`: a person at the machine; `applicant`: the device of a capture session;
   * `hub`: the hub that this appliance belongs to. */
  kind: 'operator' | 'key' | 'system' | 'command_line' | 'applicant' | 'hub';
  /** An operator's name or a key's label; null for the others, and if none is stored. */
  name: string | null;
}

/** Returns a function that names actors. It looks each one up once, so create it for each answer and do not keep it: names change. */
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
  if (id === 'applicant' || id === 'hub') return id;
  return id === 'cli' ? 'command_line' : 'system';
}
