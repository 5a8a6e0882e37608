import { createPublicKey } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { CaptureListenerAnswer } from '../../server/contract/capture-listener.ts';
import type { LanAnswer } from '../../server/contract/lan.ts';
import { must } from '../../server/lib/assert.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { pemOf, testCertificate } from '../support/certificates.ts';
import { captureAll, captureDocument, expectRecord, openApplicant, startSession } from './console/applicant.ts';
import { type ConsoleRig, useConsole } from './console/harness.ts';
import { certificateAt, launchElsewhere, NAME, spkiOf } from './console/other-machine.ts';
import { watch } from './console/watch.ts';

/** Held upright. */
const TABLET = { width: 820, height: 1180, theme: 'light', touch: true } as const;

describe('a tablet of the office', () => {
  const tests = useConsole();

  tests.test('that trusts the own authority of the office captures from the code to the record', async (rig) => {
    const authority = await testCertificate(systemClock.now(), { ca: true, names: null, usages: null });
    const own = await testCertificate(systemClock.now(), { subject: 'CN=custos', names: [NAME], issuer: authority });
    const certificate = `${own.cert}${authority.cert}`;
    await rig.api('POST', '/v1/system/lan/certificate', { kind: 'import', certificate, private_key: pemOf(own.key) });
    const { kiosk } = await serveOffice(rig);
    const operator = await rig.open('operator', { path: '/new' });
    const code = await startSession(operator);
    // The clerk reads there what to open on the tablet.
    await operator.page.getByRole('dialog').getByText(kiosk, { exact: true }).waitFor();
    await using tablet = await openApplicant(
      await launchElsewhere({ trusts: [spkiOf(createPublicKey(authority.key))] }),
      kiosk,
      TABLET,
    );
    await captureAll(tablet, operator, code);
    await operator.page.getByRole('dialog').getByText('Kiosk page, on the office network').waitFor();
    await expectRecord(rig, operator);
    // No operator is logged in here.
    expect((await tablet.context.cookies()).map(({ name }) => name)).toEqual(['custos_capture']);
    expect(tablet.watched.problems).toEqual([]);
  });

  tests.test(
    'that trusts the certificate which Custos made may use the camera, and another one gets a warning',
    async (rig) => {
      await rig.api('POST', '/v1/system/lan/certificate', { kind: 'make', names: [NAME] });
      const { kiosk, port } = await serveOffice(rig);
      await using stranger = await launchElsewhere();
      const elsewhere = await stranger.newPage();
      const why = await elsewhere.goto(kiosk).catch((error: Error) => error.message);
      // Everything else about the certificate is right.
      expect(why).toContain('ERR_CERT_AUTHORITY_INVALID');

      const { fingerprint, spki } = await certificateAt(port);
      const { certificate } = await rig.api<LanAnswer>('GET', '/v1/system/lan');
      expect(fingerprint).toBe(certificate?.fingerprint);
      const operator = await rig.open('operator', { path: '/new' });
      const code = await startSession(operator);
      await operator.page.getByText('Phones cannot be used').waitFor();
      // The address without the page is the kiosk page, too.
      await using tablet = await openApplicant(
        await launchElsewhere({ trusts: [spki] }),
        new URL('/', kiosk).href,
        TABLET,
      );
      await captureDocument(tablet, code);
      const { page, context, watched } = tablet;
      expect(await page.evaluate(() => [isSecureContext, document.cookie])).toEqual([true, '']);
      const [cookie, ...others] = await context.cookies();
      expect(others).toEqual([]);
      expect(cookie).toMatchObject({
        name: 'custos_capture',
        path: '/c',
        secure: true,
        httpOnly: true,
        sameSite: 'Strict',
      });
      expect(watched.problems).toEqual([]);
    },
  );

  tests.test('is led to no address of the appliance itself by a console on another machine', async (rig) => {
    await rig.api('POST', '/v1/system/lan/certificate', { kind: 'make', names: [NAME] });
    const { kiosk } = await serveOffice(rig);
    const { port } = await rig.api<LanAnswer>('GET', '/v1/system/lan');
    await rig.admin();
    const { spki } = await certificateAt(port);
    await using browser = await launchElsewhere({ trusts: [spki] });
    const context = await browser.newContext({ locale: 'en-GB' });
    const base = `https://${NAME}:${port}`;
    const watched = await watch(context, base);
    const page = await context.newPage();
    await page.goto(`${base}/new`);
    await page.getByLabel('Login').fill('ada');
    await page.getByLabel('Password', { exact: true }).fill('seven quiet herons');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Let the applicant do it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    const link = page.getByRole('link', { name: 'Open the kiosk page' });
    expect(await link.getAttribute('href')).toBe(kiosk);
    expect(watched.problems).toEqual([]);
  });
});

interface Office {
  /** The kiosk page, by the name that the certificate has. */
  kiosk: string;
  port: number;
}

/** Serves applicants on the office network too. */
async function serveOffice(rig: ConsoleRig): Promise<Office> {
  await rig.api('PUT', '/v1/system/lan', { on: true, port: 0 });
  const listener = { on: true, port: 0, office: true, office_port: 0 };
  const { kiosk_urls } = await rig.api<CaptureListenerAnswer>('PUT', '/v1/system/capture', listener);
  const kiosk = must(
    kiosk_urls.find((url) => new URL(url).hostname === NAME),
    'the certificate has the name',
  );
  return { kiosk, port: Number(new URL(kiosk).port) };
}
