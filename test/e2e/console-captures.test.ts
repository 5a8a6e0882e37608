import { expect } from 'vitest';
import { must } from '../../server/lib/assert.ts';
import { type ConsolePage, type ConsoleRig, useConsole } from './console/harness.ts';

const captures = useConsole();

interface Opened {
  id: string;
  link: string;
}

/** A device opens the link, as the applicant's page does. */
async function claim({ link }: Opened): Promise<Response> {
  const { origin, hash } = new URL(link);
  return fetch(`${origin}/c/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin },
    body: JSON.stringify({ token: hash.slice(1) }),
  });
}

async function switchOn(rig: ConsoleRig): Promise<void> {
  await rig.api('PUT', '/v1/system/capture', { on: true, port: 0 });
}

const session = ({ page }: ConsolePage) => page.getByRole('dialog', { name: 'Capture session' });

captures.test('an administrator switches the capture by applicants on and off', async (rig) => {
  const admin = await rig.open('administrator', { path: '/system' });
  const { page, settled } = admin;
  const section = page.locator('#capture');
  await section.getByRole('button', { name: 'Let applicants capture' }).click();
  await page.getByRole('dialog').getByLabel('Port on this machine').fill('0');
  await page.getByRole('dialog').getByRole('button', { name: 'Let applicants capture' }).click();
  await section.getByText('Available').waitFor();
  await section.getByText(/http:\/\/localhost:\d+\/kiosk/).waitFor();
  await section.getByText('cannot be used').waitFor();
  await settled();
  await admin.axe();
  await section.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await section.getByRole('button', { name: 'Let applicants capture' }).waitFor();
});

captures.test(
  'an operator compares the digits, gives another link, and cancels by keyboard, and French says the same',
  async (rig) => {
    await switchOn(rig);
    const first = await rig.api<Opened>('POST', '/v1/capture-sessions', { client_reference: 'case-17' });
    expect((await claim(first)).status).toBe(200);
    const operator = await rig.open('operator', { path: '/captures', theme: 'dark' });
    const { page } = operator;
    await operator.axe();
    await operator.fits();
    await page.getByRole('button', { name: 'Show case-17' }).focus();
    await page.keyboard.press('Enter');
    const shown = await rig.api<{ confirmation_code: string }>('GET', `/v1/capture-sessions/${first.id}`);
    await session(operator).getByText(shown.confirmation_code, { exact: true }).waitFor();
    await operator.axe();
    await session(operator).getByRole('button', { name: 'It is another' }).click();
    await session(operator).getByLabel('Pairing code').waitFor();
    await session(operator).getByText('Waiting for the applicant').waitFor();
    const again = await rig.api<Opened>('POST', `/v1/capture-sessions/${first.id}/renew-link`, {});
    expect((await claim(again)).status).toBe(200);
    await session(operator).getByRole('button', { name: 'It is the same' }).click();
    await session(operator).getByRole('button', { name: 'It is the same' }).waitFor({ state: 'hidden' });
    const after = await rig.api<{ confirmed: boolean }>('GET', `/v1/capture-sessions/${first.id}`);
    expect(after.confirmed).toBe(true);
    await session(operator).getByRole('button', { name: 'Cancel the session' }).click();
    await session(operator).getByText('An operator canceled it.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('No sessions').waitFor();
    const french = await rig.open('operator', { path: '/captures', lang: 'fr' });
    await french.page.getByRole('heading', { name: 'Capture par le demandeur' }).waitFor();
    await french.page.getByRole('button', { name: 'Toutes' }).click();
    await french.page.getByRole('button', { name: 'Afficher case-17' }).click();
    await french.page.getByRole('dialog').getByText('Un opérateur l’a annulée.').waitFor();
    await french.axe();
    await french.fits();
  },
);

captures.test('the form’s data go with the session, and an auditor may only look', async (rig) => {
  await switchOn(rig);
  const operator = await rig.open('operator', { path: '/new' });
  const { page } = operator;
  await page.getByLabel('Your reference').fill('2026-77');
  await page.getByRole('button', { name: 'Let the applicant do it' }).click();
  await page.getByRole('dialog').getByLabel('Language of the page').selectOption('ar');
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /Offered/ })
    .check();
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await session(operator).getByLabel('Pairing code').waitFor();
  const { data } = await rig.api<{ data: Record<string, unknown>[] }>('GET', '/v1/capture-sessions');
  expect(must(data[0], 'a session was created')).toMatchObject({
    language: 'ar',
    liveness: 'offered',
    state: 'created',
  });
  await session(operator).getByRole('button', { name: 'Close' }).last().click();
  expect(await page.getByLabel('Your reference').inputValue()).toBe('');
  const auditor = await rig.open('auditor', { path: '/captures' });
  await auditor.page.getByRole('button', { name: /^Show cap_/ }).click();
  await session(auditor).getByText('Waiting for the applicant').waitFor();
  expect(await session(auditor).getByRole('button', { name: 'Cancel the session' }).count()).toBe(0);
});
