import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Config } from '../../server/appliance/config.ts';
import { profileCommand } from '../../server/commands/profile.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { fakeEngines, fakeFile } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { testConfig } from '../support/server.ts';

/** Profiles a front and a selfie with fake engines. */
async function profile(args: string[]): Promise<{ out: string; exit: number }> {
  using folder = tempFolder();
  writeFileSync(join(folder.path, 'front.jpg'), fakeFile({ lines: ['Surname MILLER'], faces: [0] }));
  writeFileSync(join(folder.path, 'selfie.jpg'), fakeFile({ faces: [0] }));
  const said: string[] = [];
  let dataDir = '';
  const io = { out: (text: string) => void said.push(text), err: () => {}, cwd: folder.path };
  const operators = testConfig(join(folder.path, 'data'));
  const exit = await profileCommand(operators, ['profile', ...args], io, (config: Config) => {
    dataDir = config.dataDir;
    return { clock: systemClock, log: createLogger(systemClock, () => {}), engines: fakeEngines({}) };
  });
  expect(existsSync(operators.dataDir), "the operator's own folder is left alone").toBe(false);
  expect(existsSync(dataDir), 'nothing is left').toBe(false);
  return { out: said.join(''), exit };
}

it('draws each step with the calls of engines that began in it, and how it ended', async () => {
  const { out, exit } = await profile(['front.jpg', '--selfie', 'selfie.jpg', '--type', 'national_id']);
  expect(exit).toBe(0);
  const names = out.split('\n').map((line) => line.slice(0, 24).trimEnd());
  const begun = names.slice(names.indexOf('quality'), names.indexOf('validity'));
  expect(begun.toSorted()).toEqual([
    '  barcode.read',
    '  face.recognise',
    '  face.recognise',
    '  face.recognise',
    '  mrz.read',
    '  mrz.read',
    '  quality.measure',
    '  quality.measure',
    '  secondText.read',
    '  text.read',
    'authenticity',
    'quality',
    'read',
  ]);
  expect(
    names.filter((name) => name === '  image.decode'),
    'each picture is decoded once',
  ).toHaveLength(2);
  expect(out).toMatch(/^Ended (?:completed|failed|needs_review) after \d+ ms\. CPU \d+ ms, /m);
});

it('draws the last run alone where several are asked for', async () => {
  const { out } = await profile(['--runs', '2', 'front.jpg']);
  expect(out.match(/^intake/gm)).toHaveLength(1);
});

it.each([
  [['--runs', '0', 'front.jpg'], /--runs takes a number from 1 to 100/],
  [[], /Use: custos profile/],
  [['absent.jpg'], /absent\.jpg cannot be opened/],
])('refuses %j', async (args, message) => {
  await expect(profile(args)).rejects.toThrow(message);
});
