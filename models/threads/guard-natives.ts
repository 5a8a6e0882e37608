import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';
import type { Passage } from './gate.ts';
import { PASSAGE } from './inside.ts';

/**
 * Loaded before anything else in each thread (`start.ts`): from here on the thread goes through its gate whenever it loads an addon and whenever it
 * calls one, or makes what Node itself unpacks with. What an addon does until a promise of it is settled is inside too.
 */

/** What every function has of its own. */
const OF_FUNCTIONS = new Set(['prototype', 'name', 'length']);

type Native = (this: unknown, ...of: unknown[]) => unknown;

/** What Node's own native code leaves half made, where a thread is ended within it, aborts the process too: `close before init`. */
const BUILTIN = zlib as unknown as Record<string, unknown>;

if (PASSAGE !== null) guardNatives(PASSAGE);

function guardNatives({ enter, leave }: Passage): void {
  const within = <T>(call: () => T): T => {
    enter();
    let result: T | undefined;
    try {
      result = call();
      return result;
    } finally {
      if (result instanceof Promise) result.then(leave, leave);
      else leave();
    }
  };
  const { dlopen } = process;
  process.dlopen = (...of: Parameters<typeof dlopen>) =>
    within(() => {
      dlopen.apply(process, of);
      guardMembers((of[0] as NodeJS.Module).exports as object);
    });

  for (const [name, { value, writable }] of Object.entries(Object.getOwnPropertyDescriptors(BUILTIN)))
    if (typeof value === 'function' && writable) BUILTIN[name] = guardCalls(value as Native);
  syncBuiltinESMExports();

  /** A function or a class, but not what its instances do: they are whole by then. */
  function guardCalls<T extends Native>(native: T): T {
    return new Proxy(native, {
      apply: (_, self, of) => within(() => Reflect.apply(native, self, of)),
      construct: (_, of, made) => within(() => Reflect.construct(native, of, made)) as object,
    });
  }

  /** What an addon has made, going through the gate. */
  function guardedOf(owner: object): [name: string, member: PropertyDescriptor][] {
    return Object.entries(Object.getOwnPropertyDescriptors(owner))
      .filter(([name]) => name !== 'constructor' && !(typeof owner === 'function' && OF_FUNCTIONS.has(name)))
      .map(([name, member]) => [name, guardMember(member)]);
  }

  /** Puts it in its place. Gives what cannot be replaced there. */
  function guardMembers(owner: object): PropertyDescriptorMap {
    const members = guardedOf(owner);
    for (const [name, member] of members) if (member.configurable) Object.defineProperty(owner, name, member);
    return Object.fromEntries(members.filter(([, { configurable }]) => !configurable));
  }

  function guardMember({ value, get, set, ...kind }: PropertyDescriptor): PropertyDescriptor {
    if (get || set) return { ...kind, ...(get && { get: guard(get) }), ...(set && { set: guard(set) }) };
    if (typeof value === 'function') return { ...kind, value: guard(value as Native) };
    // One that is exported ready made: its class may not be.
    if (typeof value === 'object' && value !== null && !isPlain(value))
      Object.defineProperties(value, Object.fromEntries(guardedOf(Object.getPrototypeOf(value))));
    return { ...kind, value };
  }

  /** A function, or a class with all that its instances can do. */
  function guard<T extends Native>(native: T): T {
    guardMembers(native);
    const fixed = native.prototype ? guardMembers(native.prototype as object) : {};
    return new Proxy(native, {
      apply: (_, self, of) => within(() => Reflect.apply(native, self, of)),
      construct: (_, of, made) => {
        const instance = within(() => Reflect.construct(native, of, made));
        return Object.defineProperties(instance, fixed) as object;
      },
    });
  }
}

function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype || Array.isArray(value);
}
