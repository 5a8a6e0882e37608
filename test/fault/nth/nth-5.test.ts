import { loadInWholeRun } from '../../support/long.ts';

await loadInWholeRun('further failing calls', async () => (await import('./pieces.ts')).failPiece(4));
