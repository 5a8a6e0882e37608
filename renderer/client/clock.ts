/** Returns the current time in ms since 1970. The only place in the console that reads the clock. */
export const nowMs = (): number => Date.now();
