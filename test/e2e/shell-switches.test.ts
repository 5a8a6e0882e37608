import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { SWITCHES } from '../../main/shell/prepare.ts';
import { CHROMIUM, hasChromium } from '../support/chromium.ts';
import { skipUnless } from '../support/skip.ts';
import { listen } from '../support/small-server.ts';

const needs = skipUnless(hasChromium(), 'there is no Chromium on this machine (CUSTOS_CHROMIUM says where one is)');

test(
  'with the switches of the shell Chromium reaches the appliance, and no name or address beside it',
  needs,
  async () => {
    const asked: string[] = [];
    await using server = await listen((request, answer) => {
      asked.push(String(request.headers.host));
      answer.end('here');
    });
    const { port } = new URL(server.base);
    const args = SWITCHES.map(([name, value]) => (value === undefined ? `--${name}` : `--${name}=${value}`));
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', ...args] });
    try {
      const page = await browser.newPage();
      for (const host of ['127.0.0.1', 'localhost']) {
        expect(await page.goto(`http://${host}:${port}/`).then((answer) => answer?.text())).toBe('here');
      }
      for (const host of ['custos.example', '127.0.0.2', '192.0.2.1']) {
        await expect(page.goto(`http://${host}:${port}/`)).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
      }
    } finally {
      await browser.close();
    }
    expect(new Set(asked)).toEqual(new Set([`127.0.0.1:${port}`, `localhost:${port}`]));
  },
);
