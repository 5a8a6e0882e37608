/** A part of a running process that starts and stops. `Context`: what it needs by then. */
export interface Component<Context> {
  name: string;
  start?(context: Context): unknown;
  /** Work in progress may continue for this long. */
  stop?(drainTimeoutMs: number): unknown;
  /** It accepts work: it stops first, together with all others that do, so that they drain at the same time. */
  takesWork?: true;
}

/** Returns a component that accepts work and is created when it starts. */
export function begun<Context, T>(
  name: string,
  begin: () => T | Promise<T>,
  end: (it: T) => unknown,
): Component<Context> {
  let made: { it: T } | null = null;
  return {
    name,
    takesWork: true,
    async start() {
      made = { it: await begin() };
    },
    stop: () => made && end(made.it),
  };
}

/** Starts the components in order, as long as `goesOn` returns true for the next one's name. */
export async function startAll<Context>(
  components: readonly Component<Context>[],
  context: Context,
  goesOn: (name: string) => boolean = () => true,
): Promise<void> {
  for (const { name, start } of components) {
    if (!goesOn(name)) return;
    await start?.(context);
  }
}

/** Stops the components that accept work, then the others in reverse order. */
export async function stopAll(components: readonly Component<never>[], drainTimeoutMs: number): Promise<void> {
  const first = components.filter(({ takesWork }) => takesWork);
  await Promise.all(first.map(async ({ stop }) => await stop?.(drainTimeoutMs)));
  for (const { stop } of components.filter((it) => !it.takesWork).reverse()) await stop?.(drainTimeoutMs);
}
