import { describe, expect, it } from 'vitest';
import { BACKUP_WARNINGS } from '../../../server/backup/warnings.ts';
import { SYSTEM_WARNINGS, type SystemStateAnswer } from '../../../server/contract/system-state.ts';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();

const SENTENCE = 'What the appliance says in English.';
const STATE = {
  engines: [],
  models: [],
  queue: { dead: 2 },
  watchlists: { stale: 2 },
  registers: { stale: 2 },
  trust_lists: { stale: 2, staged: 2 },
  webhooks: { blocked: 2, unconfirmed_origins: 2 },
  clock: { problem: 'ahead', right_at: '2026-03-04T05:06:07.000Z', said_at: '2031-03-04T05:06:07.000Z' },
  rows_refused: 2,
  purge_waiting: { records: 2, faces: 2 },
  faces_of_other_nets: 2,
} as unknown as SystemStateAnswer;

describe('warnings of the system', () => {
  it('are said in the words of the console, whatever their code', async () => {
    const { warningText } = await import('../../../renderer/pages/system/warnings.tsx');
    for (const code of SYSTEM_WARNINGS.filter((one) => one !== 'backup'))
      expect(warningText({ code, message: SENTENCE, reason: null, at: null }, STATE), code).not.toBe(SENTENCE);
    const ofBackups = BACKUP_WARNINGS.map((reason) =>
      warningText({ code: 'backup', message: SENTENCE, reason, at: '2026-03-04T05:06:07.000Z' }, STATE),
    );
    expect(new Set(ofBackups).size).toBe(BACKUP_WARNINGS.length);
    expect(ofBackups).not.toContain(SENTENCE);
    expect(ofBackups[BACKUP_WARNINGS.indexOf('old')]).toContain('2026');
  });

  it('name the engines that failed, but the second of text by a warning of its own', async () => {
    const { engineKey, warningText } = await import('../../../renderer/pages/system/warnings.tsx');
    const { t } = await import('../../../renderer/text/text.ts');
    expect(t(engineKey('second_text'))).toBe('Text, second engine');
    const engines = ['face', 'second_text'].map((name) => ({ name, state: 'failed' }));
    const system = { ...STATE, engines } as SystemStateAnswer;
    const textOf = (code: 'engine_failed' | 'second_text_failed'): string =>
      warningText({ code, message: SENTENCE, reason: null, at: null }, system);
    expect(textOf('engine_failed')).toMatch(/^An engine failed: Faces\. /);
    expect(textOf('second_text_failed')).toMatch(/^The second text engine failed\. /);
  });

  it('about backups lead to where they can be fixed', async () => {
    const { warningPlace } = await import('../../../renderer/pages/system/warnings.tsx');
    const placeOf = (reason: (typeof BACKUP_WARNINGS)[number]) =>
      warningPlace({ code: 'backup', message: SENTENCE, reason, at: null });
    expect(placeOf('no_recovery_key')).toBe('#keys');
    expect(placeOf('none')).toBe('#backups');
  });
});
