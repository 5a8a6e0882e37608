import { expect, test } from 'vitest';
import { besideModule } from '../../../server/lib/beside.ts';

test('a module is found beside the one that asks, with its ending: in the sources and compiled', () => {
  expect(besideModule('file:///app/server/backup/in-thread.ts', 'worker').href).toBe(
    'file:///app/server/backup/worker.ts',
  );
  expect(besideModule('file:///app/server/backup/in-thread.js', 'worker').href).toBe(
    'file:///app/server/backup/worker.js',
  );
});
