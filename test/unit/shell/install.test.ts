import { expect, test } from 'vitest';
import { handOverTo } from '../../../server/desktop.ts';
import { meetShell } from '../../../server/desktop-link/link.ts';
import { readServerMessage, type ShellMessage } from '../../../server/desktop-link/messages.ts';

const ORDER = { path: '/data/updates/installer/a.exe', kind: 'nsis', version: '0.2.0' } as const;

/** A link to a shell that gives this answer for each installer. */
async function linkTo(answer: { ok: boolean; sentence: string }) {
  let hear = (_value: unknown): void => {};
  const asked: unknown[] = [];
  const link = meetShell({
    send(value) {
      const message = readServerMessage(value);
      if (message?.kind !== 'install') return;
      const { id, kind: _kind, ...order } = message;
      asked.push(order);
      hear({ kind: 'installed', id, ...answer } satisfies ShellMessage);
    },
    onMessage: (listener) => {
      hear = listener;
    },
    onClosed: () => {},
  });
  hear({ kind: 'start', windowToken: 'w'.repeat(43), keystoreProblem: null });
  return { link: await link, asked };
}

test('an installer goes to the shell, and what it says comes back', async () => {
  const { link, asked } = await linkTo({ ok: true, sentence: 'The setup begins.' });
  expect(await handOverTo(link)(ORDER)).toBe('The setup begins.');
  expect(asked).toEqual([{ path: ORDER.path, installer: 'nsis', version: '0.2.0' }]);
});

test('one that the shell cannot put in place is refused with its sentence', async () => {
  const { link } = await linkTo({ ok: false, sentence: 'It lies in /data.' });
  await expect(handOverTo(link)(ORDER)).rejects.toMatchObject({ code: 'update_failed', message: 'It lies in /data.' });
});
