/** Makes the properties of an object that may be undefined optional. */
export type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Returns the object without its undefined properties. */
export function given<T extends object>(all: T): Given<T> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Given<T>;
}
