import { must } from '../../../server/lib/assert.ts';
import { type ConsolePage, type ConsoleRig, startConsole, WIDTHS } from './rig.ts';
import { SCREENS } from './screens.ts';
import { fillWithSpecimens, type Specimens } from './specimens.ts';

/**
 * `npm run shots -- FOLDER`: pictures of every screen of the console in both themes, with drawn specimens on a real appliance. The main screens also
 * appear at every width and from right to left. Exit status 1 if a page shows an error.
 */
const THEMES = ['light', 'dark'] as const;
const SETUP_STEPS = ['Master key', 'Recovery key', 'First watchlist', 'API key'];

async function main(shotsDir: string): Promise<number> {
  say('Starting an appliance ...');
  // No setting names the place of the master key, so the first run can offer other places.
  await using rig = await startConsole({ shotsDir, settings: { CUSTOS_MASTER_KEY_FILE: undefined } });
  await shootAccess(rig);
  say('Filling it with specimens ...');
  await using ids = await fillWithSpecimens(rig);
  for (const theme of THEMES) await shootScreens(rig, ids, theme);
  await shootWidths(rig, ids);
  const problems = await rig.closePages();
  for (const problem of problems) say(problem);
  return problems.length === 0 ? 0 : 1;
}

/** The screens before a login, and the steps of the first run. */
async function shootAccess(rig: ConsoleRig): Promise<void> {
  for (const theme of THEMES) {
    const welcome = await rig.open(null, { theme });
    await welcome.shot(`setup-administrator-1280-${theme}`);
  }
  const { login } = await rig.admin();
  for (const theme of THEMES) {
    const out = await rig.open(null, { theme });
    await out.shot(`login-1280-${theme}`);
    const { page, shot, settled } = await rig.open('administrator', { theme, path: '/setup' });
    for (const step of SETUP_STEPS) {
      const way = page.getByRole('button', { name: step, exact: true });
      if (await way.isVisible()) await way.click();
      await settled();
      await shot(`setup-${step.toLowerCase().replace(' ', '-')}-1280-${theme}`);
    }
    await page.getByRole('button', { name: 'Recovery key', exact: true }).click();
    await page.getByRole('button', { name: 'Show recovery key' }).click();
    await page.getByRole('button', { name: 'Confirm' }).waitFor();
    await shot(`setup-recovery-key-shown-1280-${theme}`);
    const locked = await rig.open('administrator', { theme, fresh: true });
    await locked.page.getByRole('button', { name: /^Account/ }).click();
    await locked.shot(`account-menu-1280-${theme}`);
    await locked.page.getByRole('button', { name: 'Lock', exact: true }).click();
    await locked.page.getByLabel('Login').waitFor();
    must((await locked.page.getByLabel('Login').inputValue()) === login || null, 'the lock knows whose it is');
    await locked.shot(`locked-1280-${theme}`);
  }
}

async function shootScreens(rig: ConsoleRig, ids: Specimens, theme: (typeof THEMES)[number]): Promise<void> {
  const shown = await rig.open('administrator', { theme });
  for (const screen of SCREENS) {
    await shown.goto(screen.path(ids));
    await shown.shot(`${screen.name}-1280-${theme}`);
    say(`${screen.name}, ${theme}`);
  }
  await shown.goto('/screening');
  await screen(shown, 'Miklos Varkonyi');
  await shown.shot(`screening-result-1280-${theme}`);
  await shown.page.keyboard.press('Escape');
  await shown.goto('/');
  await shown.page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await shown.shot(`keys-help-1280-${theme}`, { full: false });
  const auditor = await rig.open('auditor', { theme });
  auditor.expectStatus(403);
  await auditor.goto('/keys');
  await auditor.shot(`forbidden-1280-${theme}`);
}

async function screen({ page, settled }: ConsolePage, name: string): Promise<void> {
  await page.locator('main input').first().fill(name);
  const answer = page.waitForResponse((one) => one.url().endsWith('/v1/screenings'));
  await page.keyboard.press('Enter');
  await answer;
  await settled();
}

async function shootWidths(rig: ConsoleRig, ids: Specimens): Promise<void> {
  for (const lang of ['en', 'x-rtl'] as const) {
    const shown = await rig.open('administrator', { lang });
    for (const width of WIDTHS) {
      if (lang === 'en' && width === 1280) continue;
      await shown.resize(width);
      for (const { name, path, main: isMain } of SCREENS) {
        if (!isMain) continue;
        await shown.goto(path(ids));
        await shown.shot(`${name}-${width}-light${lang === 'x-rtl' ? '-rtl' : ''}`);
      }
      say(`${width} px, ${lang}`);
    }
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Name the folder for the pictures: npm run shots -- shots\n');
  process.exit(2);
}
process.exitCode = await main(folder);
