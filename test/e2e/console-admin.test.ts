import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { form } from '../support/form.ts';
import { type Receiver, startReceiver, verified } from '../support/receiver.ts';
import { type ConsolePage, type ConsoleRig, useConsole } from './console/harness.ts';

const tests = useConsole();

const buttonOf = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog');
const inDialog = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true });

/** Reads the secret from the dialog that shows it, and closes the dialog. */
async function takeSecret(page: Page, label: string): Promise<string> {
  const shown = dialogOf(page).getByLabel(label, { exact: true });
  await shown.waitFor();
  const secret = (await shown.textContent()) ?? '';
  await inDialog(page, 'I have saved it').click();
  await dialogOf(page).waitFor({ state: 'detached' });
  return secret;
}

/** Creates an endpoint on the screen, and opens it. */
async function addEndpoint(shown: ConsolePage, url: string): Promise<{ id: string; secret: string }> {
  const { page } = shown;
  await shown.visit('/webhooks');
  await buttonOf(page, 'Add webhook').click();
  await page.getByLabel('URL', { exact: true }).fill(url);
  await page.getByLabel('Keep responses').check();
  await inDialog(page, 'Add').click();
  const secret = await takeSecret(page, 'Secret');
  await page.getByRole('link', { name: url, exact: true }).click();
  await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
  await shown.settled();
  return { id: new URL(page.url()).pathname.split('/').at(-1) ?? '', secret };
}

/** Opens the menu of a row by its name, and chooses an action. */
async function act(page: Page, row: string, name: string): Promise<void> {
  await buttonOf(page, `Actions for ${row}`).click();
  await page.locator('.menu-sheet:popover-open').getByRole('button', { name, exact: true }).click();
}

const arrivals = (receiver: Receiver, count: number) => expect.poll(() => receiver.received.length).toBe(count);

const statusWith = async ({ base }: ConsoleRig, key: string): Promise<number> =>
  (await fetch(`${base}/v1/verifications`, { headers: { authorization: `Bearer ${key}` } })).status;

tests.test(
  'what failed is sent again by the screen, and arrives signed with the secret that was shown once',
  async (rig) => {
    await using receiver = await startReceiver();
    receiver.answer = (response) => void response.writeHead(500).end('the ledger is closed');
    const shown = await rig.open('administrator', { path: '/webhooks' });
    const { page } = shown;
    await shown.axe();
    const { id, secret } = await addEndpoint(shown, receiver.url);
    expect(secret).toMatch(/^whsec_/);

    await buttonOf(page, 'Send test').click();
    await arrivals(receiver, 1);
    const row = page.locator('.webhook-open').first();
    await page.getByRole('cell', { name: '500' }).first().waitFor();
    await row.click();
    await page.getByText('The receiver answered 500.').waitFor();
    await page.getByText('the ledger is closed').waitFor();
    await page.getByText('webhook-signature: v1,').first().waitFor();
    await shown.axe();
    await shown.fits();

    receiver.answer = (response) => void response.writeHead(204).end();
    await row.focus();
    await page.keyboard.press('r');
    await page.getByText('1 event is being resent.').first().waitFor();
    await page.getByText('Delivered').nth(1).waitFor();
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    if (!second) throw new Error('nothing arrived');
    expect(verified(secret, second)).toMatchObject({ type: 'webhook.test', data: { id } });
    const { data } = await rig.api<{ data: { state: string }[] }>('GET', `/v1/webhook-endpoints/${id}/deliveries`);
    expect(data[0]?.state).toBe('delivered');
  },
);

tests.test(
  'an address that came with a verification is sent to once its origin is allowed by the screen',
  async (rig) => {
    await using own = await startReceiver();
    const grey = sharp({ create: { width: 800, height: 500, channels: 3, background: 'grey' } });
    const bytes = await grey.jpeg().toBuffer();
    const body = form({ files: [{ bytes, type: 'national_id', side: 'front' }], webhook_url: own.url });
    const headers = { authorization: `Bearer ${rig.key}` };
    const { id } = await (await fetch(`${rig.base}/v1/verifications`, { method: 'POST', headers, body })).json();
    const states = async () => {
      const { data } = await rig.api<{ data: { state: string }[] }>('GET', `/v1/verifications/${id}/deliveries`);
      return [...new Set(data.map(({ state }) => state))];
    };
    await expect.poll(states).toEqual(['blocked']);
    const shown = await rig.open('administrator', { path: '/webhooks' });
    const { page } = shown;
    shown.expectStatus(400);
    await buttonOf(page, 'Allow origin').click();
    const { origin } = new URL(own.url);
    await page.getByLabel('Origin', { exact: true }).fill(`${origin}/path`);
    await inDialog(page, 'Allow').click();
    await dialogOf(page).getByText('is not an origin').waitFor();
    await page.getByLabel('Origin', { exact: true }).fill(origin);
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: origin, exact: true }).waitFor();
    await shown.axe();
    await shown.fits();
    await shown.shot('webhook-origins');
    await expect.poll(states).toEqual(['delivered']);
    await buttonOf(page, `Remove ${origin}`).click();
    await page.getByText('Origin removed.').first().waitFor();
    await page.getByText('None, except those of the webhooks above.').waitFor();
  },
);

tests.test('the events of a time are sent again, and a webhook is switched off and deleted', async (rig) => {
  await using receiver = await startReceiver();
  const shown = await rig.open('administrator');
  const { page } = shown;
  const { id } = await addEndpoint(shown, receiver.url);
  const company = { legal_name: 'Nordlicht Handels GmbH', country: 'DE', address: { country: 'DE' } };
  await rig.api('POST', '/v1/kyb/verifications', { company });
  await expect
    .poll(async () => {
      const { data } = await rig.api<{ data: { state: string }[] }>('GET', `/v1/webhook-endpoints/${id}/deliveries`);
      return data.length === 3 && data.every(({ state }) => state === 'delivered');
    })
    .toBe(true);

  await buttonOf(page, 'Resend a period').click();
  await page.getByLabel('From').fill('2040-01-01T00:00');
  await dialogOf(page).getByText('The start must be before the end.').waitFor();
  await page.getByLabel('From').fill('2020-01-01T00:00');
  await shown.axe();
  await inDialog(page, 'Resend').click();
  await page.getByText('3 events are being resent.').first().waitFor();
  await arrivals(receiver, 6);
  expect(receiver.taken().size).toBe(3);

  await buttonOf(page, 'More actions').click();
  await buttonOf(page, 'Turn off').click();
  await inDialog(page, 'Turn off').click();
  await page.getByText('Turned off manually').waitFor();
  await rig.api('POST', `/v1/webhook-endpoints/${id}/test`, {}, { expect: 409 });
  await buttonOf(page, 'Turn on').click();
  await buttonOf(page, 'Send test').waitFor();

  await buttonOf(page, 'More actions').click();
  await buttonOf(page, 'Delete').click();
  const remove = inDialog(page, 'Delete');
  expect(await remove.isDisabled()).toBe(true);
  await dialogOf(page).getByRole('textbox').fill('delete');
  await remove.click();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  await rig.api('GET', `/v1/webhook-endpoints/${id}`, undefined, { expect: 404 });
});

tests.test('an address that nothing may be sent to is refused beside its field', async (rig) => {
  const shown = await rig.open('administrator', { path: '/webhooks' });
  const { page } = shown;
  shown.expectStatus(400);
  await buttonOf(page, 'Add webhook').click();
  const url = page.getByLabel('URL', { exact: true });
  await url.fill('http://169.254.169.254/latest');
  await inDialog(page, 'Add').click();
  await page.getByText('This address is not allowed.').waitFor();
  expect(await url.getAttribute('aria-invalid')).toBe('true');
  await shown.axe();
});

tests.test('a key made in the console works until it is revoked', async (rig) => {
  const shown = await rig.open('administrator', { path: '/keys' });
  const { page } = shown;
  await shown.axe();
  await buttonOf(page, 'Create API key').click();
  await page.getByLabel('What will use the key').fill('Branch portal');
  await shown.axe();
  await buttonOf(page, 'Read only').click();
  await inDialog(page, 'Create API key').click();
  const secret = await takeSecret(page, 'Key');
  expect(await statusWith(rig, secret)).toBe(200);
  const refused = await fetch(`${rig.base}/v1/api-keys`, { headers: { authorization: `Bearer ${secret}` } });
  expect(refused.status).toBe(403);

  const { data } = await rig.api<{ data: { label: string; scopes: string[] }[] }>('GET', '/v1/api-keys');
  expect(data.find(({ label }) => label === 'Branch portal')?.scopes).toEqual(['kyc:read', 'kyb:read', 'events:read']);
  expect(await page.getByText(secret).count()).toBe(0);

  await act(page, 'Branch portal', 'Replace');
  await inDialog(page, 'Replace').click();
  const next = await takeSecret(page, 'Key');
  expect([await statusWith(rig, secret), await statusWith(rig, next)]).toEqual([200, 200]);

  await page.getByText('Replaced').first().waitFor();
  const works = page.getByRole('row').filter({ hasText: 'Branch portal' }).filter({ hasText: 'Valid' });
  await works.getByRole('button').click();
  await page.locator('.menu-sheet:popover-open').getByRole('button', { name: 'Revoke' }).click();
  await inDialog(page, 'Revoke').click();
  await page.locator('summary', { hasText: '1 key no longer valid' }).click();
  await page.getByText('Revoked', { exact: true }).waitFor();
  await shown.axe();
  expect(await statusWith(rig, next)).toBe(401);
  expect(await statusWith(rig, secret)).toBe(200);
});

tests.test('an operator logs in with the one-time password and must change it', async (rig) => {
  const shown = await rig.open('administrator', { path: '/operators' });
  const { page } = shown;
  await shown.axe();
  await buttonOf(page, 'Add operator').click();
  await dialogOf(page).getByLabel('Name', { exact: true }).fill('Noor Haddad');
  await dialogOf(page).getByLabel('Login', { exact: true }).fill('n.haddad');
  await dialogOf(page)
    .getByRole('radio', { name: /Reviewer/ })
    .check();
  await shown.axe();
  await inDialog(page, 'Add').click();
  const password = await takeSecret(page, 'One-time password');

  const theirs = await rig.open(null);
  await theirs.page.getByLabel('Login').fill('n.haddad');
  await theirs.page.getByLabel('Password').fill(password);
  await theirs.page.keyboard.press('Enter');
  await theirs.page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  await theirs.page.getByLabel('One-time password').fill(password);
  await theirs.page.getByLabel('New password').fill('lemon trees by the sea');
  await theirs.page.keyboard.press('Enter');
  await theirs.page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor();

  theirs.expectStatus(401);
  await act(page, 'Noor Haddad', 'Log out everywhere');
  await inDialog(page, 'Log out everywhere').click();
  await page.getByText('Logged out everywhere.').first().waitFor();
  await theirs.page.reload();
  await theirs.page.getByRole('heading', { name: 'Log in' }).waitFor();

  await act(page, 'Noor Haddad', 'Deactivate');
  await inDialog(page, 'Deactivate').click();
  await page.getByText('Deactivated', { exact: true }).waitFor();
  await theirs.page.getByLabel('Login').fill('n.haddad');
  await theirs.page.getByLabel('Password').fill('lemon trees by the sea');
  await theirs.page.keyboard.press('Enter');
  await theirs.page.getByRole('alert').waitFor();
});

tests.test('the only administrator stays one', async (rig) => {
  const shown = await rig.open('administrator', { path: '/operators' });
  const { page } = shown;
  shown.expectStatus(409);
  await act(page, 'Ada Lindqvist', 'Deactivate');
  await inDialog(page, 'Deactivate').click();
  await dialogOf(page).getByRole('alert').waitFor();
  expect(await dialogOf(page).getByRole('alert').textContent()).toContain('There must be at least one administrator');
  await shown.axe();
  const { active, role } = await rig.api<{ active: boolean; role: string }>(
    'GET',
    `/v1/operators/${(await rig.admin()).id}`,
  );
  expect([active, role]).toEqual([true, 'administrator']);
});

tests.test('nobody else may see or change any of it', async (rig) => {
  for (const role of ['reviewer', 'operator', 'auditor'] as const) {
    const shown = await rig.open(role);
    shown.expectStatus(403);
    for (const path of ['/webhooks', '/webhooks/whe_01h455vb4pex5vsknk084sn02q', '/keys', '/operators']) {
      await shown.visit(path);
      await shown.page.getByRole('heading', { name: 'Your role has no access' }).waitFor();
      expect(await shown.page.locator('.page-head .actions button').count(), path).toBe(0);
    }
    await shown.axe();
  }
});

tests.test('the screens hold at every width, in the dark, in French and from right to left', async (rig) => {
  await rig.api('POST', '/v1/webhook-endpoints', {
    url: `http://127.0.0.1:9/${'a-long-way/'.repeat(12)}`,
    description: 'Data warehouse',
    enabled: false,
  });
  const { data } = await rig.api<{ data: { id: string }[] }>('GET', '/v1/webhook-endpoints');
  const paths = ['/webhooks', `/webhooks/${data[0]?.id}`, '/keys', '/operators'];
  for (const options of [{ theme: 'dark', lang: 'fr' }, { lang: 'x-rtl' }] as const) {
    const shown = await rig.open('administrator', options);
    for (const path of paths) {
      await shown.visit(path);
      await shown.axe();
      for (const width of [768, 1280, 1920]) {
        await shown.resize(width);
        await shown.fits();
      }
    }
  }
});
