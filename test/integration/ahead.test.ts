import { expect, it } from 'vitest';
import { EngineError } from '../../models/ports.ts';
import { type EngineCall, fakeEngines, fakeFile } from '../support/fake-engines.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer } from '../support/server.ts';
import { read, submit, verify } from './drive.ts';

const clean = { files: cardAndSelfie(), applicant: ANNA };

/** Engines that record their calls. One kind of call waits for `release`. */
function held(at: EngineCall) {
  const calls: EngineCall[] = [];
  const asked = new Map<EngineCall, () => void>();
  const gate = Promise.withResolvers<void>();
  const engines = fakeEngines({
    async before(call) {
      calls.push(call);
      asked.get(call)?.();
      if (call === at) await gate.promise;
    },
  });
  const whenAsked = (call: EngineCall): Promise<void> =>
    calls.includes(call) ? Promise.resolve() : new Promise((resolve) => asked.set(call, resolve));
  return { engines, calls, whenAsked, release: gate.resolve };
}

it('reads and looks for faces while the quality is measured, and keeps nothing before its turn', async () => {
  const { engines, calls, whenAsked, release } = held('quality');
  await using server = await startTestServer({ engines });
  const id = await submit(server, clean);
  await Promise.all([whenAsked('text'), whenAsked('barcode'), whenAsked('face')]);
  const kept = server.appliance.db.prepare('SELECT step FROM step_results').pluck().all();
  expect(kept).toEqual(['intake']);
  release();
  await server.settle();
  expect((await read(server, id)).status).toBe('completed');
  const count = (call: EngineCall): number => calls.filter((one) => one === call).length;
  expect(
    Object.fromEntries(
      ['image', 'quality', 'mrz', 'barcode', 'text', 'face'].map((call) => [call, count(call as EngineCall)]),
    ),
    // The quality of two pictures, and of the text on one.
  ).toEqual({ image: 2, quality: 3, mrz: 2, barcode: 1, text: 1, face: 2 });
});

it('looks for no face ahead of a refused consent', async () => {
  const { engines, calls, release } = held('pdf');
  release();
  await using server = await startTestServer({ engines });
  await verify(server, { ...clean, consent: false });
  expect(calls).toContain('text');
  expect(calls).not.toContain('face');
});

it('fails by what failed ahead, in the step that waits for it', async () => {
  const files = cardAndSelfie();
  const unread = fakeFile({ lines: ['Surname MILLER'], textFailure: 'unavailable', faces: [0] });
  await using server = await startTestServer();
  const record = await verify(server, {
    ...clean,
    files: files.map((file, i) => (i === 0 ? { ...file, bytes: unread } : file)),
  });
  expect(record.status).toBe('needs_review');
  const kept = server.appliance.db.prepare('SELECT step FROM step_results ORDER BY step').pluck().all();
  expect(kept).toEqual(['intake', 'quality']);
});

/** Engines that record which of their lent pictures were returned. */
function lending(before?: (call: EngineCall) => Promise<void>) {
  const engines = fakeEngines(before ? { before } : {});
  const { decode } = engines.image;
  const returned: boolean[] = [];
  engines.image.decode = async (file, options) => {
    const decoded = await decode(file, options);
    const { giveBack } = decoded;
    if (!giveBack) return decoded;
    const at = returned.push(false) - 1;
    const noted = (): void => {
      giveBack();
      returned[at] = true;
    };
    return { ...decoded, giveBack: noted };
  };
  return { engines, returned };
}

it('gives back what was lent for its pictures when it has ended', async () => {
  const gate = Promise.withResolvers<void>();
  // When reading has failed, only the search for a face remains.
  const { engines, returned } = lending(async (call) => {
    if (call === 'face') await gate.promise;
  });
  await using server = await startTestServer({ engines });
  const id = await submit(server, clean);
  await expect.poll(() => returned).toEqual([false, false]);
  gate.resolve();
  await server.settle();
  expect((await read(server, id)).status).toBe('completed');
  expect(returned).toEqual([true, true]);
});

it('gives nothing back that an engine may still read which was ended', inWholeRunAlone('4 s'), async () => {
  const { engines, returned } = lending(async (call) => {
    if (call === 'quality') throw new EngineError('timeout', 'it hangs');
  });
  await using server = await startTestServer({ engines });
  await verify(server, clean);
  expect(returned.length).toBeGreaterThan(0);
  expect(returned).not.toContain(true);
});
