import { expect } from 'vitest';
import { useConsole } from './console/harness.ts';

const tests = useConsole();

tests.test('whoever is logged in sees the queue', async (rig) => {
  const shown = await rig.open('reviewer');
  expect(await shown.page.title()).toBe('Queue · Custos');
  await shown.axe();
  await shown.fits();
});
