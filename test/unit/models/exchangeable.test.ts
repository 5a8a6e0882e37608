import { describe, expect, it } from 'vitest';
import { exchangeable, type Text } from '../../../models/ocr/exchangeable.ts';
import { EngineError, type RasterImage, type TextPage } from '../../../models/ports.ts';

const IMAGE: RasterImage = { width: 1, height: 1, pixels: new Uint8Array(3) };

/** An engine whose calls end when the test says so. */
function engine(name: string, warm: () => Promise<void> = async () => {}) {
  const calls: (() => void)[] = [];
  const state = { closed: false, calls };
  const text: Text = {
    read: () =>
      new Promise((resolve) =>
        calls.push(() => resolve({ lines: [], confidence: 0, engine: { name, version: '1', languages: [] } })),
      ),
    warm,
    close: async () => {
      state.closed = true;
    },
    problem: () => null,
    ready: () => true,
    backend: () => null,
    refused: () => [],
  };
  return { text, state };
}

describe('a text engine that is exchanged', () => {
  it('ends what it reads, then is closed; the other reads from its load on', async () => {
    const former = engine('former');
    const next = engine('next');
    const text = exchangeable(former.text);
    const first = text.read(IMAGE);
    const exchanged = text.exchange(next.text);
    await Promise.resolve();
    const second = text.read(IMAGE);
    expect([former.state.calls.length, next.state.calls.length]).toEqual([1, 1]);
    expect(former.state.closed).toBe(false);
    for (const end of [...former.state.calls, ...next.state.calls]) end();
    const names = await Promise.all([first, second]).then((pages: TextPage[]) => pages.map((page) => page.engine.name));
    expect(names).toEqual(['former', 'next']);
    await exchanged;
    expect([former.state.closed, next.state.closed]).toEqual([true, false]);
  });

  it('goes on where the other cannot be loaded', async () => {
    const former = engine('former');
    const next = engine('next', async () => {
      throw new EngineError('unavailable', 'The language data "deu" is missing.');
    });
    const text = exchangeable(former.text);
    await expect(text.exchange(next.text)).rejects.toThrow(/"deu" is missing/);
    void text.read(IMAGE);
    expect([former.state.calls.length, former.state.closed, next.state.closed]).toEqual([1, false, true]);
  });

  it('is closed with the one that still reads', async () => {
    const former = engine('former');
    const next = engine('next');
    const text = exchangeable(former.text);
    void text.read(IMAGE);
    void text.exchange(next.text);
    await Promise.resolve();
    await text.close();
    expect([former.state.closed, next.state.closed]).toEqual([true, true]);
  });
});
