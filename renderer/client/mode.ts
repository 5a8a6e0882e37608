import { signal } from '@preact/signals';

/** Which data space is shown: live records, or those of tests. Chosen anew with each visit, so that nobody works in the wrong one unawares. */
export const mode = signal<'live' | 'test'>('live');
