/** A part of a running process that is started and stopped. `Context`: what it needs to know by then. */
export interface Component<Context> {
  name: string;
  start?(context: Context): unknown;
  /** Work under way may go on for so long. */
  stop?(drainTimeoutMs: number): unknown;
  /** It takes on work: it stops first, together with all others that do, so that they drain at the same time. */
  takesWork?: true;
}

/** A component that takes on work and comes into being when it starts. */
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

/** Starts each in turn, as long as `goesOn` says so of the next one's name. */
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

/** Stops what takes on work, then the others in reverse. */
export async function stopAll(components: readonly Component<never>[], drainTimeoutMs: number): Promise<void> {
  const first = components.filter(({ takesWork }) => takesWork);
  await Promise.all(first.map(async ({ stop }) => await stop?.(drainTimeoutMs)));
  for (const { stop } of components.filter((it) => !it.takesWork).reverse()) await stop?.(drainTimeoutMs);
}
