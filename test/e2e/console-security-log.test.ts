import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { ReceiverAnswer } from '../../server/contract/security-log.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { pemOf, testCertificate } from '../support/certificates.ts';
import { tempFolder } from '../support/folder.ts';
import { eventually } from '../support/rsyslog.ts';
import { startSyslogReceiver } from '../support/syslog.ts';
import { type ConsoleRig, useConsole, WIDTHS } from './console/harness.ts';

const PATH = '/v1/system/security-log';

describe('the security log in the console', () => {
  const tests = useConsole();

  tests.test(
    'gets a receiver over TLS by keyboard, which takes a test message, fails, and works again',
    async (rig) => {
      using folder = tempFolder();
      const authority = await testCertificate(systemClock.now(), {
        subject: 'CN=site',
        ca: true,
        names: null,
        usages: null,
      });
      const own = await testCertificate(systemClock.now(), {
        subject: 'CN=log',
        issuer: authority,
        names: ['localhost'],
      });
      const ca = join(folder.path, 'ca.pem');
      writeFileSync(ca, authority.cert);
      const receiver = await startSyslogReceiver({ tls: { cert: own.cert, key: pemOf(own.key) } });
      const shown = await rig.open('administrator', { path: '/system' });
      const { page } = shown;
      const section = page.getByRole('region', { name: 'Security log', exact: true });
      await section.getByText('Off until you add a receiver.').waitFor();
      await section.getByRole('button', { name: 'Add a receiver' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Certificate of the authority (PEM)').setInputFiles(ca);
      await shown.axe();

      shown.expectStatus(400);
      await dialog.getByLabel('Host').fill('198.51.100.7');
      await page.keyboard.press('Enter');
      await dialog.getByText('This host is not on the network of this site.').waitFor();
      await dialog.getByLabel('Host').fill('localhost');
      await dialog.getByLabel('Port').fill(String(receiver.port));
      await dialog.getByLabel('Send the whole audit log').check();
      await page.keyboard.press('Enter');
      const card = section.getByRole('region', { name: 'Syslog over TLS' });
      await card.getByText(`localhost:${receiver.port}`).waitFor();
      await eventually(() => receiver.messages.some(({ msgId }) => msgId === 'security_log.receiver_added'));
      await card.getByRole('button', { name: 'Send a test message' }).click();
      await page.getByText('The receiver took the test message.').waitFor();
      expect(receiver.messages.filter(({ msgId }) => msgId === 'security_log.test')).toHaveLength(1);
      await looksRight(shown);

      await receiver[Symbol.asyncDispose]();
      await card.getByRole('button', { name: 'Send a test message' }).click();
      await page.getByText('The test message did not arrive. Nothing listens on this port.').waitFor();
      await eventuallyState(rig, ({ error }) => error === 'connection_refused');
      await shown.goto('/system');
      await card.getByText('Not reachable').waitFor();
      await card.getByText('Nothing listens on this port.').waitFor();
      await looksRight(shown);

      await card.getByRole('button', { name: 'Change' }).click();
      await dialog.getByLabel('Kind').selectOption('file');
      await dialog.getByLabel('Folder').fill(join(folder.path, 'log'));
      await shown.axe();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await eventuallyState(rig, ({ lag }) => lag.entries === 0);
      expect(readFileSync(join(folder.path, 'log', 'custos-security.jsonl'), 'utf8')).toContain(
        'security_log.receiver_changed',
      );
      await shown.goto('/system');
      const files = section.getByRole('region', { name: 'JSON lines in files' });
      await files.getByText('Up to date').waitFor();

      await files.getByRole('button', { name: 'Change' }).click();
      await dialog.getByLabel('On', { exact: true }).uncheck();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await files.getByText('Off', { exact: true }).waitFor();
      await files.getByRole('button', { name: 'Remove' }).click();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await section.getByText('Off until you add a receiver.').waitFor();
      await files.waitFor({ state: 'detached' });
      await shown.visit('/audit');
      await page.getByRole('row', { name: /Receiver of the security log removed/ }).waitFor();
    },
  );

  for (const lang of ['fr', 'x-rtl'] as const)
    tests.test(`reads well in ${lang}`, async (rig) => {
      using folder = tempFolder();
      mkdirSync(join(folder.path, 'log'));
      const places = [
        { kind: 'file', folder: join(folder.path, 'log') },
        { kind: 'tcp', host: '127.0.0.1', port: 9 },
      ];
      const made: ReceiverAnswer[] = [];
      for (const place of places) made.push(await rig.api<ReceiverAnswer>('POST', PATH, { place, from_start: true }));
      const shown = await rig.open('administrator', { path: '/system', lang, theme: 'dark' });
      const { page } = shown;
      await page.locator('#security-log h3').nth(1).waitFor();
      await looksRight(shown);
      await page.locator('#security-log .actions button').nth(1).click();
      await shown.axe();
      await shown.fits();
      await page.keyboard.press('Escape');
      for (const { id } of made) await rig.api('DELETE', `${PATH}/${id}`);
    });
});

async function eventuallyState(rig: ConsoleRig, isTrue: (receiver: ReceiverAnswer) => boolean): Promise<void> {
  const endMs = performance.now() + 30_000;
  for (;;) {
    const { data } = await rig.api<{ data: ReceiverAnswer[] }>('GET', PATH);
    if (data[0] && isTrue(data[0])) return;
    if (performance.now() > endMs) throw new Error(`it did not come true: ${JSON.stringify(data[0])}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** At every width axe finds nothing, and nothing extends beyond the window. */
async function looksRight(shown: Awaited<ReturnType<ConsoleRig['open']>>): Promise<void> {
  for (const width of WIDTHS) {
    await shown.resize(width);
    await shown.fits();
  }
  await shown.resize(1280);
  await shown.axe();
}
