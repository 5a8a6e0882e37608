import type { z } from 'zod';
import type { changesPageSchema } from '../../../server/contract/watchlists.ts';

export type ChangesAnswer = z.output<typeof changesPageSchema>;
/** What a version of a list says otherwise than another one. */
export type Change = ChangesAnswer['data'][number];
