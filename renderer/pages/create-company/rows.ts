import { type ReadonlySignal, signal } from '@preact/signals';
import type { Fields } from '../create/fields.ts';

/** People or owners of a company: each row has a key of its own, and its values stand under `name.key.`. */
export interface Rows {
  name: 'representatives' | 'ubos';
  keys: ReadonlySignal<readonly string[]>;
  add(): void;
  /** Owners whose share is in the removed one hold it in the company itself then. */
  remove(key: string): void;
}

export function createRows(fields: Fields, name: Rows['name']): Rows {
  const keys = signal<readonly string[]>([]);
  let last = 0;
  return {
    name,
    keys,
    add() {
      keys.value = [...keys.peek(), `r${++last}`];
    },
    remove(key) {
      keys.value = keys.peek().filter((one) => one !== key);
      fields.drop(`${name}.${key}.`);
      for (const other of keys.peek()) {
        const path = `${name}.${other}.parent`;
        if (fields.values.peek()[path] === key) fields.set(path, '');
      }
    },
  };
}
