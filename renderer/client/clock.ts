/** The time of day in milliseconds since 1970. The one place of the console that asks for it. */
export const nowMs = (): number => Date.now();
