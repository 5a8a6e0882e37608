import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import type { VerificationAnswer } from '../../server/contract/verification.ts';
import { must } from '../../server/lib/assert.ts';
import { DEMO_CASES } from '../demo/cases.ts';
import { tagged } from '../support/authenticity/cbor.ts';
import { answerByRecovery, makeDg1, makeDg2, makeDg15, makeSod } from '../support/authenticity/chips.ts';
import { makeMdoc, TRANSCRIPT } from '../support/authenticity/mdocs.ts';
import { encodeC40, makeVds, message } from '../support/authenticity/seals.ts';
import { makeSigner, type TestSigner } from '../support/authenticity/signers.ts';
import { makeCsca, makeIaca, makeListOf, makeListSigner } from '../support/authenticity/trust-files.ts';
import { cropFace, FACES, type FacePlace } from '../support/faces.ts';
import { drawBarcode } from '../support/specimens/barcode.ts';
import { td2Lines, td3Lines } from '../support/specimens/mrz.ts';
import { PEOPLE } from '../support/specimens/people.ts';
import { type DroppedFile, dropFiles } from './console/drop-files.ts';
import { type ConsolePage, type ConsoleRig, useConsole } from './console/harness.ts';
import { card, droppedOf, importList, looked, startButton } from './console/new-form.ts';

const PERSONS = '#files .drop-zone';
const CHIP = '#sources .drop-zone';

/** A state without a country code of ISO 3166, as the specimens' Utopia. Its neighbour signs the lists. */
const publisher = makeCsca({ country: 'AT', name: 'CSCA Austria' });
const csca = makeCsca({ country: 'UT', name: 'CSCA Utopia' });
const signer = makeSigner({ country: 'UT', name: 'Document signer 4', serial: '02', issuer: csca });
const chipKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

const file = (name: string, bytes: Buffer): DroppedFile => ({ name, type: '', bytes });
/** So many days ago, as signed data writes it: a list must not be too old to be used. */
const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000)
    .toISOString()
    .replaceAll(/[-:T]|\..*Z/g, '')
    .concat('Z');
const inGroups = (digits: string): string => digits.toUpperCase().replaceAll(/(.{4})(?=.)/g, '$1 ');

/** What a reader saves of the chip of the passport that `passport` draws, whose signature covers this face. */
async function makeChip(face: FacePlace = FACES.man): Promise<DroppedFile[]> {
  const groups = new Map([
    [1, makeDg1(td3Lines(PEOPLE.clean))],
    [2, makeDg2(await cropFace(face, { size: 320 }))],
    [15, makeDg15(chipKey)],
  ]);
  const files = [...groups].map(([number, bytes]) => file(`EF_DG${number}.BIN`, bytes));
  return [file('EF_SOD.BIN', makeSod(groups, signer)), ...files];
}

/** The passport and the selfie of one man. */
const passport = async (): Promise<DroppedFile[]> =>
  droppedOf(await must(DEMO_CASES[1], 'the demonstration has a passport').draw());

/** Fills in the form of a new verification and opens its record. */
async function verify(
  shown: ConsolePage,
  chip: readonly DroppedFile[],
  documents?: readonly DroppedFile[],
): Promise<string> {
  const { page } = shown;
  await shown.visit('/new');
  await page.getByRole('radio', { name: 'Yes, they agree' }).check();
  await dropFiles(page, PERSONS, documents ?? (await passport()));
  await looked(page, 2);
  await card(page, 'passport.jpg').getByLabel('Shows').selectOption('passport');
  await card(page, 'selfie.jpg').getByLabel('Shows').selectOption('selfie');
  await dropFiles(page, CHIP, chip);
  await page
    .locator('.source-files > li')
    .nth(chip.length - 1)
    .waitFor();
  await startButton(page).click();
  return openOutcome(shown);
}

/** The page with a seal in its free corner. */
async function sealedPage({ bytes, ...page }: DroppedFile, seal: Buffer): Promise<DroppedFile> {
  const { width, height } = await sharp(bytes).metadata();
  const at = { left: Math.round(width * 0.7), top: Math.round(height * 0.52) };
  return {
    ...page,
    bytes: await sharp(bytes)
      .composite([{ input: seal, ...at }])
      .jpeg({ quality: 95 })
      .toBuffer(),
  };
}

/** Imports a certificate and trusts it, as an administrator of another day did. */
async function trustFile(rig: ConsoleRig, name: string, { certificate }: TestSigner, kind: string): Promise<void> {
  const path = join(rig.appliance.folder, name);
  writeFileSync(path, certificate.raw);
  const { id } = await rig.api<{ id: string }>('POST', '/v1/trust-lists', { paths: [path], kind });
  await rig.api('POST', `/v1/trust-lists/${id}/activate`, { fingerprints: [certificate.sha256] });
}

async function openOutcome({ page }: ConsolePage): Promise<string> {
  await page.getByRole('heading', { name: 'Outcome' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/verifications\//);
  await page.locator('#authenticity').waitFor();
  return page.url().split('/').at(-1) ?? '';
}

const recordOf = (rig: ConsoleRig, id: string): Promise<VerificationAnswer> =>
  rig.api<VerificationAnswer>('GET', `/v1/verifications/${id}`);

/** Looks at the record in both themes and in French. */
async function look(rig: ConsoleRig, id: string, name: string): Promise<void> {
  for (const how of [{ theme: 'dark' }, { lang: 'fr' }, { lang: 'x-rtl' }, { width: 768 }] as const) {
    const seen = await rig.open('reviewer', { path: `/verifications/${id}`, ...how });
    await seen.page.locator('#authenticity').waitFor();
    await seen.axe();
    await seen.fits();
    await seen.shot(`${name}-${Object.values(how).join()}`);
    await seen.close();
  }
}

describe('the authenticity of a document', () => {
  const tests = useConsole({
    prepare: async (rig) => {
      await importList(rig);
      return { [Symbol.asyncDispose]: async () => {} };
    },
  });

  tests.test(
    'an administrator trusts the first list by its fingerprint, and the next by its difference',
    async (rig) => {
      const shown = await rig.open('administrator', { path: '/trust' });
      const { page } = shown;
      const load = async (list: DroppedFile): Promise<void> => {
        await dropFiles(page, '.drop-zone', [list]);
        await page.getByRole('button', { name: 'Import', exact: true }).click();
        await page.locator('.dataset').getByRole('button', { name: 'Compare and activate' }).click();
      };
      const listSigner = makeListSigner(publisher);
      await load(file('older.ml', makeListOf([publisher], listSigner, daysAgo(60))));
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('row', { name: /Austria/ }).waitFor();
      await page.getByLabel(/First five groups/).fill(inGroups(publisher.certificate.sha256.slice(0, 20)));
      await page.keyboard.press('Enter');
      await page.getByText(/is now active/).waitFor();
      await shown.goto('/trust');
      await load(file('newer.ml', makeListOf([publisher, csca], listSigner, daysAgo(30))));
      const utopia = dialog.getByRole('row', { name: /UT/ });
      await utopia.locator('summary').press('Enter');
      await utopia.getByText(/CSCA Utopia/).waitFor();
      expect(await dialog.getByLabel(/First five groups/).count()).toBe(0);
      await shown.axe();
      await shown.fits();
      await shown.shot('authenticity-difference');
      await dialog.getByRole('button', { name: 'Activate' }).click();
      await dialog.waitFor({ state: 'detached' });
      await shown.shot('authenticity-trust');
    },
  );

  tests.test('an operator adds the files of a genuine chip, and a reviewer sees what it proves', async (rig) => {
    const shown = await rig.open('operator', { path: '/new' });
    const { page } = shown;
    const chip = await makeChip();
    await dropFiles(page, CHIP, [
      ...chip.slice(1),
      file('DG3.bin', Buffer.of(0x63, 0)),
      file('notes.txt', Buffer.from('a')),
    ]);
    await page
      .getByRole('alert')
      .getByText(/fingerprints or irises/)
      .waitFor();
    await page.getByText(/EF_SOD is missing/).waitFor();
    await shown.axe();
    await shown.fits();
    await shown.shot('authenticity-form-refused');
    await dropFiles(page, CHIP, chip.slice(0, 1));
    await page.getByText(/EF_SOD is missing/).waitFor({ state: 'detached' });
    // By the keyboard alone a file goes, and the file dialog opens for another.
    await page.getByRole('button', { name: 'Remove DG15' }).press('Enter');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose chip files' }).press('Enter'),
    ]);
    const { name, bytes } = must(chip.at(-1), 'DG15 is the last');
    await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
    await page.locator('#sources li', { hasText: 'DG15' }).waitFor();
    await shown.axe();
    await shown.fits();
    await shown.shot('authenticity-form');
    const id = await verify(shown, chip);
    const panel = page.locator('#authenticity');
    await panel.getByText('The data is signed by', { exact: false }).waitFor();
    await panel.getByText('A copy is not excluded.', { exact: false }).first().waitFor();
    await expect
      .poll(() => panel.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(100);
    await page.locator('#faces').getByText('Face on the chip').waitFor();
    await panel.getByText('What it says').press('Enter');
    await panel.getByText('LEMARCHAL').waitFor();
    await shown.axe();
    await shown.fits();
    await shown.shot('authenticity-genuine');
    expect((await recordOf(rig, id)).checks.authenticity).toMatchObject({
      passed: true,
      sources: [{ result: 'valid' }],
    });
    await look(rig, id, 'authenticity-genuine');
  });

  tests.test('a copied chip cannot answer the challenge, and the record fails', async (rig) => {
    const { id: challengeId, challenge } = await rig.api<{ id: string; challenge: string }>(
      'POST',
      '/v1/chip-challenges',
    );
    const copier = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const [sod, ...groups] = await makeChip();
    const chip = {
      ef_sod: sod?.bytes.toString('base64'),
      data_groups: Object.fromEntries(groups.map(({ name, bytes }) => [name.slice(3, -4), bytes.toString('base64')])),
      active_authentication: {
        challenge_id: challengeId,
        signature: answerByRecovery(copier, Buffer.from(challenge, 'hex')).toString('base64'),
      },
    };
    const body = new FormData();
    for (const { name, type, bytes } of await passport())
      body.append('documents[]', new File([new Uint8Array(bytes)], name, { type }));
    body.append('chip', JSON.stringify(chip));
    body.append('consent', 'true');
    const { id } = await rig.api<{ id: string }>('POST', '/v1/verifications', body);
    const shown = await rig.open('reviewer', { path: `/verifications/${id}` });
    const { page } = shown;
    const panel = page.locator('#authenticity');
    await panel.getByText('Not authentic').waitFor();
    await panel.getByText('No copy').waitFor();
    await shown.axe();
    await shown.fits();
    await shown.shot('authenticity-copied');
    expect(await recordOf(rig, id)).toMatchObject({ status: 'failed', errors: [{ code: 'chip_clone_suspected' }] });
    await look(rig, id, 'authenticity-copied');
  });

  tests.test("a forged chip with another's face fails the record, and is shown as not proven", async (rig) => {
    const [genuine, other] = [await makeChip(), await makeChip(FACES.stranger)];
    const forged = [...genuine.slice(0, 2), ...other.slice(2, 3), ...genuine.slice(3)];
    const shown = await rig.open('operator', { path: '/new' });
    const id = await verify(shown, forged);
    const panel = shown.page.locator('#authenticity');
    await panel.getByText('Not authentic').waitFor();
    await shown.axe();
    await shown.fits();
    await shown.shot('authenticity-forged');
    expect(await recordOf(rig, id)).toMatchObject({ status: 'failed', errors: [{ code: 'chip_data_altered' }] });
    await look(rig, id, 'authenticity-forged');
    // A new attempt takes the files of the chip along.
    await shown.page.getByRole('button', { name: 'New attempt' }).click();
    await looked(shown.page, 2);
    await expect.poll(() => shown.page.locator('.source-files > li').count()).toBe(forged.length);
  });

  tests.test('a mobile document and the seal of a permit are proven with their own lists', async (rig) => {
    const sealSigner = makeSigner();
    const iaca = makeIaca({ country: 'UT', name: 'IACA Utopia' });
    await trustFile(rig, 'seals.der', sealSigner, 'vds_signers');
    await trustFile(rig, 'iaca.der', iaca, 'iaca');
    const zone = encodeC40(td2Lines(PEOPLE.clean).join(''));
    const seal = await drawBarcode('DataMatrix', makeVds(sealSigner, { messages: [message(2, zone)] }), 4);
    const [page, selfie] = await passport();
    const sealed = await sealedPage(must(page, 'a passport was drawn'), seal);
    const { response } = makeMdoc({
      iaca,
      elements: {
        family_name: 'Lemarchal',
        given_name: 'Julien André',
        birth_date: tagged(1004, PEOPLE.clean.dob),
        issuing_country: 'UT',
        portrait: await cropFace(FACES.man, { size: 320 }),
      },
    });
    const shown = await rig.open('operator', { path: '/new' });
    const files = [file('response.cbor', response), file('session.cbor', Buffer.from(TRANSCRIPT))];
    const id = await verify(shown, files, [sealed, must(selfie, 'a selfie was drawn')]);
    const panel = shown.page.locator('#authenticity');
    await panel.getByText('The device of its holder answered.', { exact: false }).waitFor();
    await panel.getByRole('heading', { name: /Digital seal/ }).waitFor();
    await panel.getByText('Face in the mobile document').waitFor();
    await shown.page.locator('#faces').getByText('Face in the mobile document').waitFor();
    await panel.getByText('VDS', { exact: true }).waitFor();
    await shown.axe();
    await shown.fits();
    await shown.shot('authenticity-mdoc');
    const { sources } = (await recordOf(rig, id)).checks.authenticity;
    expect(sources.map(({ kind, result }) => [kind, result])).toEqual([
      ['seal', 'valid'],
      ['mdoc', 'valid'],
    ]);
    await look(rig, id, 'authenticity-mdoc');
  });

  tests.test('chip files are added to a record that waits, which then passes', async (rig) => {
    const unknown = makeSigner({ country: 'UT', name: 'Document signer 4', serial: '02' });
    const chip = await makeChip();
    const shown = await rig.open('reviewer', { path: '/new' });
    const { page } = shown;
    const groups = new Map([[1, makeDg1(td3Lines(PEOPLE.clean))]]);
    const id = await verify(shown, [file('EF_SOD.BIN', makeSod(groups, unknown)), ...chip.slice(1, 2)]);
    // The check says the same as its source, in the same colour.
    await expect.poll(() => page.locator('#authenticity .pill.warn').getByText('Signer unknown').count()).toBe(2);
    expect(await page.locator('#authenticity').getByText('Not passed').count()).toBe(0);
    await shown.axe();
    await shown.shot('authenticity-unknown');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Add documents' }).click();
    const dialog = page.getByRole('dialog');
    await dropFiles(page, '.dialog #sources .drop-zone', chip);
    await dialog.locator('li', { hasText: 'DG15' }).waitFor();
    await shown.axe();
    await shown.fits();
    await shown.shot('authenticity-add');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.locator('#authenticity').getByText('Authentic', { exact: true }).waitFor();
    await shown.axe();
    expect((await recordOf(rig, id)).status).toBe('completed');
  });
});
