import { setFlagsFromString } from 'node:v8';

/**
 * How much a thread's memory may grow over what was alive in it, before all of it is looked through for garbage. By itself V8 looks as soon
 * as a thread with a heap of a few hundred MiB at most has grown by 30 to 40 %: with engines' pictures that was four to six times a verification,
 * in threads of V8's own. Of 380 CPU-ms a verification these threads take 36 at 200 %, 30 at 500 %, and the engines' own three less; eight
 * verifications at once then take 90 to 140 MiB more.
 */
const GROWTH_PERCENT = 500;

/** Lets every thread of this process grow so, those that have begun too. */
export function letHeapsGrow(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
