import { loadInWholeRun } from '../support/long.ts';

await loadInWholeRun('6 s', () => import('./leaks-told.ts'));
