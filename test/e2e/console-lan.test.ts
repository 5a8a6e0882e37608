import { writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { AuditPageAnswer } from '../../server/contract/audit.ts';
import type { LanAnswer } from '../../server/contract/lan.ts';
import { must } from '../../server/lib/assert.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { newKey, pemOf, testCertificate } from '../support/certificates.ts';
import { tempFolder } from '../support/folder.ts';
import { axeProblems } from './console/axe.ts';
import { type ConsolePage, type ConsoleRig, useConsole, WIDTHS } from './console/harness.ts';
import { certificateAt, launchElsewhere, NAME } from './console/other-machine.ts';
import { watch } from './console/watch.ts';

describe('the office network in the console', () => {
  const tests = useConsole();

  tests.test('is switched on and off by keyboard, with what is typed and compared elsewhere', async (rig) => {
    const shown = await rig.open('administrator', { path: '/system' });
    const { page } = shown;
    const office = page.getByRole('region', { name: 'Other machines in this office' });
    await office.getByText('Only this machine can use the console.').waitFor();
    await office.getByRole('button', { name: 'Allow other machines' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Without an account they get no further.').waitFor();
    await shown.axe();

    shown.expectStatus(409);
    await dialog.getByLabel('Port').fill(String(new URL(rig.base).port));
    await page.keyboard.press('Enter');
    await dialog.getByText('for its own address. Choose another port.').waitFor();
    expect((await lanOf(rig)).on).toBe(false);

    await dialog.getByLabel('Port').fill(String(await freePort(rig)));
    await page.keyboard.press('Enter');
    await office.getByText('Available', { exact: true }).waitFor();
    const { certificate, urls } = await lanOf(rig);
    await office.getByText(must(certificate, 'one was made').fingerprint).waitFor();
    for (const url of urls) await office.getByText(url, { exact: true }).waitFor();
    await looksRight(shown);

    await office.getByRole('button', { name: 'Turn off' }).click();
    await dialog.getByText('People on other machines are disconnected.').waitFor();
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await office.getByText('Only this machine can use the console.').waitFor();
    expect(await lanOf(rig)).toMatchObject({ on: false, listening: false, certificate });
  });

  tests.test('accepts a certificate that is remade or imported, and says what is wrong with one', async (rig) => {
    using folder = tempFolder();
    const own = await testCertificate(systemClock.now(), { names: [NAME] });
    const place = (name: string, content: string): string => {
      writeFileSync(join(folder.path, name), content);
      return join(folder.path, name);
    };
    const files = { cert: place('cert.pem', own.cert), key: place('key.pem', pemOf(own.key, 'seven herons')) };
    const shown = await rig.open('administrator', { path: '/system' });
    const { page } = shown;
    const office = page.getByRole('region', { name: 'Other machines in this office' });
    const dialog = page.getByRole('dialog');

    await office.getByRole('button', { name: 'New certificate' }).click();
    await dialog.getByLabel('More names or addresses').fill(`${NAME}, 10.9.8.7`);
    await dialog.getByRole('button', { name: 'Create certificate' }).click();
    await dialog.waitFor({ state: 'detached' });
    const made = must((await lanOf(rig)).certificate, 'one was made');
    expect(made.names).toEqual(expect.arrayContaining([NAME, '10.9.8.7']));
    await office.getByText(made.fingerprint).waitFor();

    shown.expectStatus(400);
    await office.getByRole('button', { name: 'New certificate' }).click();
    await dialog.getByLabel('Certificate', { exact: true }).selectOption('import');
    await dialog.getByLabel('Certificate (PEM)').setInputFiles(files.cert);
    await dialog.getByLabel('Private key (PEM)').setInputFiles(place('other.pem', pemOf(newKey())));
    await dialog.getByRole('button', { name: 'Import certificate' }).click();
    await dialog.getByText('private_key does not belong to the certificate').waitFor();
    await shown.axe();
    await dialog.getByLabel('Private key (PEM)').setInputFiles(files.key);
    await dialog.getByLabel('Passphrase of the key').fill('seven herons');
    await dialog.getByRole('button', { name: 'Import certificate' }).click();
    await office.getByText('imported', { exact: true }).waitFor();
    const { certificate } = await lanOf(rig);
    expect(certificate).toMatchObject({ origin: 'imported', names: [NAME] });
    const { data } = await rig.api<AuditPageAnswer>('GET', '/v1/audit?action=lan.certificate_imported');
    expect(data[0]?.details).toMatchObject({ fingerprint: certificate?.fingerprint });
    await shown.visit('/audit');
    await page.getByRole('row', { name: /Certificate for other machines imported/ }).waitFor();
  });

  for (const lang of ['fr', 'x-rtl'] as const)
    tests.test(`reads well in ${lang}`, async (rig) => {
      await switchOn(rig);
      const shown = await rig.open('administrator', { path: '/system', lang, theme: 'dark' });
      await looksRight(shown);
      for (const button of [0, 1, 2]) {
        await shown.page.locator('#office .actions button').nth(button).click();
        await shown.axe();
        await shown.fits();
        await shown.page.keyboard.press('Escape');
      }
    });

  tests.test('serves the console to a browser that was told of the certificate, and to no other', async (rig) => {
    const { certificate, port } = await switchOn(rig, [NAME]);
    await rig.admin();
    await using stranger = await launchElsewhere();
    const elsewhere = await stranger.newPage();
    const why = await elsewhere.goto(`https://${NAME}:${port}/`).catch((error: Error) => error.message);
    // Everything else about the certificate is right: the name, the times, the usage, the strength.
    expect(why).toContain('ERR_CERT_AUTHORITY_INVALID');

    const { fingerprint, spki } = await certificateAt(port);
    expect(fingerprint).toBe(certificate?.fingerprint);
    await using friend = await launchElsewhere({ trusts: [spki], addresses: addressesHere() });
    for (const host of [NAME, ...addressesHere()]) {
      const base = `https://${host}:${port}`;
      const context = await friend.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
      const watched = await watch(context, base);
      const page = await context.newPage();
      await page.goto(base);
      await page.getByLabel('Login').fill('ada');
      await page.getByLabel('Password', { exact: true }).fill('seven quiet herons');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor();
      expect(await page.evaluate(() => [isSecureContext, document.cookie])).toEqual([true, '']);
      const [cookie] = await context.cookies();
      expect(cookie).toMatchObject({ name: '__Host-custos_session', secure: true, httpOnly: true, sameSite: 'Strict' });
      // The stream of events works: a record appears without a reload.
      const legal_name = `Nordwind ${host.replaceAll(/\W/g, ' ')} GmbH`;
      await rig.api('POST', '/v1/kyb/verifications', {
        company: { legal_name, country: 'DE', address: { country: 'DE' } },
      });
      const fresh = page.getByRole('button', { name: /^\d+ new$/ });
      await fresh.or(page.getByText(legal_name)).first().waitFor();
      await page.reload();
      await page.getByText(legal_name).first().waitFor();
      expect(await axeProblems(page)).toEqual([]);
      expect(watched.problems).toEqual([]);
      await context.close();
    }
  });
});

const lanOf = (rig: ConsoleRig) => rig.api<LanAnswer>('GET', '/v1/system/lan');

async function switchOn(rig: ConsoleRig, names: string[] = []): Promise<LanAnswer> {
  await rig.api('POST', '/v1/system/lan/certificate', { kind: 'make', names });
  return rig.api<LanAnswer>('PUT', '/v1/system/lan', { on: true, port: 0 });
}

/** A port that was free a moment ago. */
async function freePort(rig: ConsoleRig): Promise<number> {
  const { port } = await switchOn(rig);
  await rig.api('PUT', '/v1/system/lan', { on: false });
  return port;
}

/** IPv4 addresses through which other machines reach this one; none without a network. */
function addressesHere(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
    .map(({ address }) => address)
    .slice(0, 1);
}

/** At every width axe finds nothing, and nothing extends beyond the window. */
async function looksRight(shown: ConsolePage): Promise<void> {
  for (const width of WIDTHS) {
    await shown.resize(width);
    await shown.fits();
  }
  await shown.resize(1280);
  await shown.axe();
}
