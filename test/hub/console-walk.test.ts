import { expect, test } from 'vitest';
import { problemOf } from '../../server/api/problem.ts';
import { anchorAudit } from '../../server/hub/audit/anchor.ts';
import { cutOff } from '../support/hub/audit.ts';
import { addHealth, addRecord, enrolBranch, sendAll } from '../support/hub/branch.ts';
import { needsChromium, openAccountMenu, openChromium, openHubPage } from '../support/hub/console.ts';
import { describeHub } from '../support/hub/database.ts';
import { HUB_ADMINISTRATOR, runningHub } from '../support/hub/running.ts';

const SCORE = 'Possible hit from';

describeHub("the hub's console", (program) => {
  test('an administrator sets up the hub, and walks through every screen', needsChromium, async () => {
    await using running = await runningHub(program);
    const { hub, url, setupCode } = running;
    const lyon = await enrolBranch(hub, 'Lyon');
    const lille = await enrolBranch(hub, 'Lille');
    for (const branch of [lyon, lille]) {
      addHealth(branch, branch === lyon ? ['backup'] : []);
      for (let n = 1; n <= 30; n++)
        addRecord(branch, `ver_${branch.name.toLowerCase()}_${n}`, { reasons: ['face_mismatch'] });
      await sendAll(hub, branch);
    }
    await using browser = await openChromium();
    const { page, faults, check } = await openHubPage(browser, url);
    await page.getByLabel('Setup code').fill(setupCode ?? '');
    await page.getByLabel('Name').fill(HUB_ADMINISTRATOR.name);
    await page.getByLabel('Login').fill(HUB_ADMINISTRATOR.login);
    await page.getByLabel('Password', { exact: true }).fill(HUB_ADMINISTRATOR.password);
    await check('setup');
    await page.getByRole('button', { name: 'Continue' }).click();

    await page.getByRole('link', { name: 'Lyon' }).waitFor();
    await check('branches');
    await page.getByRole('button', { name: 'Invite a branch' }).click();
    await page.getByLabel('Name of the branch').fill('Nice');
    await page.getByRole('dialog').getByRole('button', { name: 'Invite a branch' }).click();
    const invite = page.getByRole('textbox', { name: 'Invite for Nice' });
    await invite.waitFor();
    expect(await invite.inputValue()).toMatch(/^custos-hub-1\./);
    await check('invite');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

    await page.getByRole('link', { name: 'Lyon' }).click();
    await page.getByRole('heading', { name: 'Lines' }).waitFor();
    expect(await page.getByText('a problem of the backups').isVisible()).toBe(true);
    await check('branch');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('button', { name: 'Put in quarantine' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Put in quarantine' }).click();
    await page.getByText('In quarantine', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Records' }).click();
    await page.getByText('ver_lille_30').waitFor();
    await check('records');
    await page.getByRole('button', { name: 'ver_lille_30' }).click();
    await page.getByRole('heading', { name: 'What the branch reported' }).waitFor();
    await page.getByRole('dialog').getByRole('cell', { name: 'approved' }).waitFor();
    await check('history');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('ver_lyon_1', { exact: true }).waitFor();
    await page.getByLabel('Branch').selectOption({ label: 'Lille' });
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('ver_lyon_1', { exact: true }).waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Policies and packs' }).click();
    await page.getByRole('button', { name: 'New rollout' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Longer reviews');
    await dialog.getByLabel('Reason, for the history of the policy').fill('The regulator asks for it');
    await dialog.getByLabel('Lille').selectOption({ label: 'Wave 1' });
    const create = dialog.getByRole('button', { name: 'Create rollout' });
    expect(await create.isDisabled()).toBe(true);
    // By keyboard: find a setting, pick it, type its value.
    await dialog.getByLabel('Add a setting').fill('possible hit');
    await page.keyboard.press('Tab');
    await dialog.getByLabel('Group').selectOption({ label: 'Screening' });
    await check('new-rollout-search');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const score = dialog.getByLabel(SCORE, { exact: true });
    await score.fill('3');
    await dialog.getByText('Enter a value from 0.7 to 1.').waitFor();
    expect(await create.isDisabled()).toBe(true);
    await score.fill('0.86');
    await dialog.getByLabel('Add a setting').fill('glare');
    await dialog.getByLabel('Group').selectOption({ label: 'Effect of findings' });
    await dialog.getByRole('list', { name: 'Add a setting' }).getByRole('button').first().click();
    await dialog.getByRole('combobox', { name: /glare/i }).selectOption({ label: 'Review' });
    await check('new-rollout');
    const preview = dialog.getByRole('region', { name: 'What the branches get' });
    expect(await preview.innerText()).toContain(`${SCORE}: 0.86`);
    expect(await preview.innerText()).toContain('Wave 1: Lille');
    await create.click();
    await page.getByRole('button', { name: 'Start wave 1' }).click();
    await page.getByText('Waits', { exact: true }).waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.pack', mimeType: 'application/zip', buffer: Buffer.from('pack') });
    await page.getByText('a.pack').waitFor();
    await check('rollouts');

    await page.getByRole('link', { name: 'Carried files' }).click();
    await page.getByLabel('Branch', { exact: true }).selectOption({ label: 'Lille' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Write the file' }).click();
    expect((await download).suggestedFilename()).toBe(`custos-to-branch-${lille.id}-1.zip`);
    await page.getByText('To the branch').waitFor();
    await check('files');

    await page.getByRole('link', { name: 'Operators' }).click();
    await page.getByRole('button', { name: 'Add operator' }).click();
    await dialog.getByLabel('Name').fill('Vera Rubin');
    await dialog.getByLabel('Login').fill('vera');
    await dialog.getByLabel('Only these branches').click();
    await dialog.getByLabel('Lyon').check();
    await check('new-operator');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Vera Rubin').first().waitFor();
    await check('operator-password');
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await check('operators');

    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('Wave started').waitFor();
    await page.getByRole('button', { name: 'Check the chain' }).click();
    await page.getByText(/entries fit/).waitFor();
    await check('audit');

    await anchorAudit(hub.anchor);
    await cutOff(hub, 1);
    await anchorAudit(hub.anchor);
    await page.getByRole('link', { name: 'Branches', exact: true }).click();
    await page.getByRole('link', { name: 'Lyon' }).waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText(/was found with/).waitFor();
    await check('audit-gap');
    await page.getByRole('button', { name: 'Continue with this log' }).click();
    await page.getByText('Missing entries acknowledged').waitFor();
    expect(await page.getByText(/was found with/).count()).toBe(0);

    // The database is away for one answer. The page asks again by itself.
    const problem = { ...problemOf(hub.pool.presence.lost(null)), instance: '/', request_id: 'req_1' };
    hub.pool.presence.found();
    await page.route(
      '**/hub-api/v1/branches',
      (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
      { times: 1 },
    );
    await page.getByRole('link', { name: 'Branches', exact: true }).click();
    await page.getByText('The hub cannot use its database now').waitFor();
    await check('database-away');
    await page.getByRole('link', { name: 'Lyon' }).waitFor();
    expect(faults.splice(0)).toEqual([expect.stringContaining('503')]);

    // In French and in the dark.
    await page.emulateMedia({ colorScheme: 'dark' });
    await openAccountMenu(page);
    await page.getByRole('button', { name: 'Français' }).click();
    for (const [link, name] of [
      ['Succursales', 'branches'],
      ['Dossiers', 'records'],
      ['Politiques et paquets', 'rollouts'],
      ['Fichiers transportés', 'files'],
      ['Opérateurs', 'operators'],
      ["Journal d'audit", 'audit'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).click();
      await page.getByRole('heading', { name: link, exact: true, level: 1 }).waitFor();
      await check(`${name}-fr-dark`);
    }
    await page.getByRole('link', { name: 'Succursales', exact: true }).click();
    await page.getByRole('link', { name: 'Lyon' }).click();
    await page.getByRole('heading', { name: 'Lignes' }).waitFor();
    await check('branch-fr-dark');
    await page.getByRole('link', { name: 'Politiques et paquets' }).click();
    await page.getByText('Correspondance possible à partir de : 0,86').waitFor();
    await page.getByRole('button', { name: 'Nouveau déploiement' }).click();
    await dialog.getByLabel('Groupe').selectOption({ label: 'Effet des constats' });
    await dialog.getByRole('list', { name: 'Ajouter un réglage' }).getByRole('button').first().click();
    await check('new-rollout-fr-dark');
    expect(faults).toEqual([]);
  });
});
