import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PageState } from '../../main/shell/contract.ts';
import { servePages } from '../../main/shell/pages.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { FakeProtocol } from '../support/fake-electron.ts';
import { skipUnless } from '../support/skip.ts';
import { axeProblems } from './console/axe.ts';

const FOLDER = fileURLToPath(new URL('../../main/pages', import.meta.url));
/** Chromium itself has no `app:`; the same handler serves the pages, with its policy. */
const ORIGIN = 'http://shell.test/';
const LANGUAGES = ['en', 'fr'] as const;
const FAILURE = { code: null, sentence: null, endings: 5, logLines: [], logFolder: '/data/logs' };
const WISH = { kind: 'open' as const, because: null, charsMin: 1, refused: false };

interface Played extends Window {
  asked: [name: string, given: string][];
  told: { language: string; page: PageState };
}

type Texts = { failures: Record<string, [string, string]> } & Record<string, unknown>;

function readTexts(): Record<'en' | 'fr', Texts> {
  const world: { TEXTS?: Record<'en' | 'fr', Texts> } = {};
  vm.runInNewContext(readFileSync(`${FOLDER}/texts.js`, 'utf8'), world);
  if (!world.TEXTS) throw new Error('there are no texts');
  return world.TEXTS;
}

test('the texts of the pages have the same names in both languages', () => {
  const { en, fr } = readTexts();
  const names = (value: unknown, path = ''): string[] =>
    typeof value === 'string'
      ? [path]
      : Object.entries(value as object).flatMap(([key, it]) => names(it, `${path}.${key}`));
  expect(names(en).length).toBeGreaterThan(40);
  expect(names(fr)).toEqual(names(en));
});

describe('the pages of the shell', skipUnless(existsSync(CHROMIUM), `there is no ${CHROMIUM}`), () => {
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());
  afterEach(() => page.close());

  async function open(state: PageState, language: string = 'en'): Promise<Page> {
    const protocol = new FakeProtocol();
    servePages(protocol as never, FOLDER);
    page = await browser.newPage({ bypassCSP: false });
    faults.length = 0;
    page.on('console', (line) => faults.push(line.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    await page.route('**/*', async (route) => {
      const url = route.request().url().replace(ORIGIN, 'app://shell/');
      const answer = await protocol.handlers.get('app')?.(new Request(url));
      if (!answer) throw new Error('nobody answers');
      const body = Buffer.from(await answer.arrayBuffer());
      await route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers), body });
    });
    await page.addInitScript(
      (told) => {
        const played = window as unknown as Played;
        const note = (name: string) => async (given: string) => {
          played.asked.push([name, given]);
          if (given.length > 1024) throw new Error('not a passphrase');
          return given !== 'asked for by nobody';
        };
        Object.assign(window, {
          asked: [],
          told,
          custos: { desktop: async () => played.told, act: note('act'), givePassphrase: note('passphrase') },
        });
      },
      { language, page: state },
    );
    await page.goto(`${ORIGIN}${state.page}.html`);
    await page.locator('h1').waitFor();
    return page;
  }

  const asked = (): Promise<Played['asked']> => page.evaluate(() => (window as unknown as Played).asked);

  test('say by each code what happened and what to do, in both languages', async () => {
    const texts = readTexts();
    for (const language of LANGUAGES) {
      for (const code of [...Object.keys(texts[language].failures), 'unheard_of']) {
        const failure = { ...FAILURE, code: code === 'ended' ? null : code, sentence: 'Port 8420 is taken.' };
        await open({ page: 'failure', failure, passphrase: null }, language);
        const known = texts[language].failures[code] ?? texts[language].failures['other'];
        const text = await page.locator('main').innerText();
        for (const part of [...(known ?? ['never']), 'Port 8420 is taken.']) expect(text, code).toContain(part);
        expect(await page.locator('html').getAttribute('lang')).toBe(language);
        await page.close();
      }
    }
    await open({ page: 'starting', failure: null, passphrase: null });
  });

  test('are whole for everybody, by keyboard, and break no policy', async () => {
    const logLines = ['{"event":"start.failed"}', '<b>no markup</b>'];
    const states: PageState[] = [
      { page: 'starting', failure: null, passphrase: null },
      { page: 'failure', failure: { ...FAILURE, logLines }, passphrase: null },
      {
        page: 'passphrase',
        failure: null,
        passphrase: { ...WISH, kind: 'choose', because: 'basic_text', charsMin: 12 },
      },
      { page: 'window-crash', failure: null, passphrase: null },
    ];
    for (const state of states) {
      await open(state);
      expect(faults, state.page).toEqual([]);
      // Axe injects its own script, to which the page's policy does not apply.
      expect(await axeProblems(page), state.page).toEqual([]);
      await page.close();
    }
    await open({ page: 'failure', failure: { ...FAILURE, logLines }, passphrase: null });
    expect(await page.locator('pre').innerText()).toBe(logLines.join('\n'));
    await page.keyboard.press('Enter');
    for (const key of ['Tab', 'Enter', 'Tab', 'Enter']) await page.keyboard.press(key);
    expect(await asked()).toEqual([
      ['act', 'restart'],
      ['act', 'show_log'],
      ['act', 'quit'],
    ]);
  });

  test('take a new passphrase that was typed twice alike and is long enough, and keep nothing of it', async () => {
    await open({
      page: 'passphrase',
      failure: null,
      passphrase: { ...WISH, kind: 'choose', because: 'basic_text', charsMin: 12 },
    });
    expect(await page.locator('main').innerText()).toContain('This desktop has no keystore');
    const give = async (first: string, again: string): Promise<string> => {
      await page.getByLabel('Passphrase', { exact: true }).fill(first);
      await page.getByLabel('Repeat the passphrase').fill(again);
      await page.getByRole('button', { name: 'Start' }).click();
      return await page.getByRole('alert').innerText();
    };
    expect(await give('too short', 'too short')).toContain('fewer than 12');
    expect(await give('correct horse battery', 'correct horse batterie')).toContain('two passphrases differ');
    expect(await asked()).toEqual([]);
    for (const refused of ['asked for by nobody', 'x'.repeat(1025)]) {
      await give(refused, refused);
      await page.getByText('This passphrase cannot be used').waitFor();
    }
    expect(await give('correct horse battery', 'correct horse battery')).toBe('');
    expect((await asked()).at(-1)).toEqual(['passphrase', 'correct horse battery']);
    const left = await page.evaluate(() => [...document.querySelectorAll('input')].map(({ value }) => value));
    expect(left).toEqual(['', '']);
  });

  test('say that a passphrase was wrong, and ask once where the data opens with one', async () => {
    await open({ page: 'passphrase', failure: null, passphrase: { ...WISH, refused: true } });
    expect(await page.getByRole('alert').innerText()).toContain('Wrong passphrase');
    expect(await page.locator('input').count()).toBe(1);
    await page.keyboard.type('correct horse');
    await page.keyboard.press('Enter');
    await expect.poll(asked).toEqual([['passphrase', 'correct horse']]);
  });
});
