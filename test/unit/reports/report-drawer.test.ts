import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../server/lib/limits.ts';
import { createReportDrawer } from '../../../server/reports/report/drawer.ts';
import type { Report } from '../../../server/reports/report/layout/blocks.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { readPdf } from '../../support/pdf-text.ts';

const HEAD = { title: 'T', subject: 'S', keywords: 'K', madeAt: '2026-01-31T12:00:00.000Z' };
const report: Report = {
  head: { ...HEAD, headLeft: 'left', headRight: 'right', foot: 'foot' },
  blocks: [{ kind: 'pictures', items: [0, 1].map((picture) => ({ picture, caption: `Picture ${picture}` })) }],
};

async function* pictures() {
  yield { width: 800, height: 600, pixels: new Uint8Array(800 * 600 * 3).fill(128) };
  yield null;
}
async function* none(): AsyncGenerator<never> {}

describe('the drawer of reports', () => {
  it('draws in a thread, with small pictures, and says where there is none', async () => {
    const file = await createReportDrawer().draw(report, pictures());
    expect(file.toString('latin1')).toContain('/Subtype /Image');
    expect(file.length).toBeLessThan(60_000);
    const [page] = (await readPdf(file)).pages;
    for (const text of ['Picture 0', 'Picture 1', 'No picture']) expect(page).toContain(text);
  });

  it('gives up after its time, and draws the next one', async () => {
    const hasty = createReportDrawer({ timeoutMs: 0 });
    await expect(hasty.draw(report, none())).rejects.toThrow('took too long');
    await expect(hasty.draw(report, none())).rejects.toThrow('took too long');
  });

  it('refuses more than may wait, and takes some again when they are done', inWholeRunAlone('1 s'), async () => {
    const drawer = createReportDrawer({ timeoutMs: 0 });
    const waiting = Promise.allSettled(
      Array.from({ length: LIMITS.reportsWaitingMax }, () => drawer.draw(report, none())),
    );
    await expect(drawer.draw(report, none())).rejects.toMatchObject({ code: 'queue_full' });
    await waiting;
    await expect(drawer.draw(report, none())).rejects.toThrow('took too long');
  });

  it('goes on after a picture that cannot be taken', inWholeRunAlone('1 s'), async () => {
    const drawer = createReportDrawer();
    // biome-ignore lint/correctness/useYield: it fails before its first picture.
    async function* broken(): AsyncGenerator<never> {
      throw new Error('the vault is closed');
    }
    await expect(drawer.draw(report, broken())).rejects.toThrow('the vault is closed');
    expect((await drawer.draw(report, none())).length).toBeGreaterThan(0);
  });
});
