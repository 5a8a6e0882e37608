import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it, vi } from 'vitest';
import type { SystemStateAnswer } from '../../../server/api/contract/system-state.ts';

const BACKUPS = fileURLToPath(new URL('../../../server/backup/backups.ts', import.meta.url));

beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
  vi.stubGlobal('location', { search: '' });
  vi.stubGlobal('navigator', { language: 'en' });
});

it('what the appliance says of its backups leads to where it is mended', async () => {
  const { warningPlace, warningText } = await import('../../../renderer/pages/system/warning-text.ts');
  const sentences = [...readFileSync(BACKUPS, 'utf8').matchAll(/push\((['`])(.*?)\1\)/g)].map(
    ([, , text = '']) => text,
  );
  expect(sentences.length).toBeGreaterThan(3);
  const shown = sentences.map((message) => {
    const warning = { code: 'backup', message } as const;
    return [warningPlace(warning), warningText(warning, {} as SystemStateAnswer)];
  });
  // The one with a date is the appliance's own sentence.
  expect(shown).toContainEqual(['#keys', 'The keys are not backed up: make a recovery key.']);
  expect(shown.filter(([, text]) => sentences.includes(text ?? '')).length).toBe(1);
});
