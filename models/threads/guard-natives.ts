import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';
import type { Passage } from './gate.ts';
import { PASSAGE } from './inside.ts';

/**
 * Loaded before anything else in each thread (`start.ts`): from here on the thread passes its gate whenever it loads or
 * calls an addon, or creates one of Node's own unpackers. An addon's work until a promise settles is inside too.
 */

/** The own properties of every function. */
const OF_FUNCTIONS = new Set(['prototype', 'name', 'length']);

type Native = (this: unknown, ...of: unknown[]) => unknown;

/** Node's own native code also aborts the process if a thread is ended while it creates an object: `close before init`. */
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

  /** Guards a function or a class, but not its instances' methods: instances are complete by then. */
  function guardCalls<T extends Native>(native: T): T {
    return new Proxy(native, {
      apply: (_, self, of) => within(() => Reflect.apply(native, self, of)),
      construct: (_, of, made) => within(() => Reflect.construct(native, of, made)) as object,
    });
  }

  /** Returns the members of an addon's object, wrapped to pass the gate. */
  function guardedOf(owner: object): [name: string, member: PropertyDescriptor][] {
    return Object.entries(Object.getOwnPropertyDescriptors(owner))
      .filter(([name]) => name !== 'constructor' && !(typeof owner === 'function' && OF_FUNCTIONS.has(name)))
      .map(([name, member]) => [name, guardMember(member)]);
  }

  /** Replaces the members. Returns those that cannot be replaced in place. */
  function guardMembers(owner: object): PropertyDescriptorMap {
    const members = guardedOf(owner);
    for (const [name, member] of members) if (member.configurable) Object.defineProperty(owner, name, member);
    return Object.fromEntries(members.filter(([, { configurable }]) => !configurable));
  }

  function guardMember({ value, get, set, ...kind }: PropertyDescriptor): PropertyDescriptor {
    if (get || set) return { ...kind, ...(get && { get: guard(get) }), ...(set && { set: guard(set) }) };
    if (typeof value === 'function') return { ...kind, value: guard(value as Native) };
    // An exported instance: its class may not be exported.
    if (typeof value === 'object' && value !== null && !isPlain(value))
      Object.defineProperties(value, Object.fromEntries(guardedOf(Object.getPrototypeOf(value))));
    return { ...kind, value };
  }

  /** Guards a function, or a class with all its instances' methods. */
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
