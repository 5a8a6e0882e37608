import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { UpdatesAnswer } from '../../server/contract/updates.ts';
import { tempFolder } from '../support/folder.ts';
import { writeSmallList } from '../support/lists.ts';
import { makeMaker, writePack, writeTree } from '../support/update-packs.ts';
import { type ConsolePage, useConsole, WIDTHS } from './console/harness.ts';

const maker = makeMaker();
const folder = tempFolder();
const tests = useConsole({ settings: { CUSTOS_UPDATE_KEYS: maker.publicKey } });
afterAll(() => folder[Symbol.dispose]());

/** Uploads a file as the button does. */
async function choose({ page }: ConsolePage, path: string): Promise<void> {
  await page.locator('#updates input[type=file]').setInputFiles(path);
}

tests.test('an update pack is verified and shown, and its lists and languages are taken', async (rig) => {
  const language = join(folder.path, 'ita.traineddata');
  writeFileSync(language, 'language data');
  const pack = join(folder.path, 'lists.custos-update');
  await writePack(pack, maker, { lists: [writeSmallList(folder.path)], languages: [language] });

  const shown = await rig.open('administrator', { path: '/system' });
  const section = shown.page.getByRole('region', { name: 'Updates' });
  await section.getByText('Drop an update package here').first().waitFor();
  await choose(shown, pack);
  await section.getByRole('heading', { name: 'Uploaded package' }).waitFor();
  await section.getByText('ita', { exact: true }).waitFor();
  await shown.axe();
  for (const width of WIDTHS) {
    await shown.page.setViewportSize({ width, height: 900 });
    await shown.fits();
  }
  const take = section.getByRole('button', { name: 'Import lists and languages' });
  await take.focus();
  await shown.page.keyboard.press('Enter');
  await shown.page.getByText('Imported. The languages').waitFor();
  await section.getByText('ita (not used: choose it under Settings)').waitFor();
  const { data } = await rig.api<{ data: unknown[] }>('GET', '/v1/watchlists');
  expect(data).toHaveLength(1);
  await section.getByRole('button', { name: 'Discard' }).click();
  await section.getByText('Drop an update package here').first().waitFor();
  expect((await rig.api<UpdatesAnswer>('GET', '/v1/system/updates')).pack).toBeNull();
});

tests.test(
  'a pack by a stranger is refused with what to do, and one for the program says how it is brought in',
  async (rig) => {
    const tree = join(folder.path, 'tree');
    writeTree(tree, { version: '9.0.0' }, { launch: '#!/bin/sh\n' });
    const [strange, program] = [join(folder.path, 'strange.custos-update'), join(folder.path, 'p.custos-update')];
    await writePack(strange, makeMaker(), { tree });
    await writePack(program, maker, { tree });

    const shown = await rig.open('administrator', { path: '/system', lang: 'fr' });
    const section = shown.page.getByRole('region', { name: 'Mises à jour' });
    shown.expectStatus(400);
    await choose(shown, strange);
    await section.getByText('CUSTOS_UPDATE_KEYS').first().waitFor();
    await choose(shown, program);
    await section.getByText('0.1.0 → 9.0.0').waitFor();
    await section.getByText('s’exécute depuis ses sources').waitFor();
    expect(await section.getByRole('button').allTextContents()).toEqual(['Abandonner']);
    await shown.axe();
  },
);
