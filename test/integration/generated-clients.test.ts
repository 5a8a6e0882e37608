import { loadInWholeRun } from '../support/long.ts';

await loadInWholeRun('20 s, a compiler and two generators', () => import('./generated/clients.ts'));
