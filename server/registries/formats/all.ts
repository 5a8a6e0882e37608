import type { RegisterFormat } from './format.ts';

/** Every form of register that can be imported, in the order in which they are tried. */
export const REGISTER_FORMATS: readonly RegisterFormat[] = [];
