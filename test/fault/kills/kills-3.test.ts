import { loadInWholeRun } from '../../support/long.ts';

await loadInWholeRun('further kills', async () => (await import('./pieces.ts')).killPiece(2));
