import { describe, expect, it } from 'vitest';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();
const { appendSources, createSourceFiles, recogniseSource } = await import(
  '../../../renderer/parts/files/source-files.tsx'
);

const file = (name: string, ...bytes: number[]): File => new File([new Uint8Array(bytes)], name);

describe('files of a chip and a mobile document', () => {
  it('are recognised by their content', () => {
    const name = (bytes: number[], called = 'x', size = 999) => recogniseSource(bytes, { name: called, size })?.name;
    const names = [0x77, 0x61, 0x75, 0x6f, 0x70, 0xa3, 0x83, 0xff].map((first) => name([first, 0x82]));
    expect(names).toEqual(['EF_SOD', 'DG1', 'DG2', 'DG15', 'DG16', 'device_response', 'session_transcript', undefined]);
    expect(name([0x30, 0x82], 'EF.SOD')).toBe('EF_SOD');
    expect(name([0x61, 0x5b], 'x', 0x5d)).toBe('DG1');
  });

  it('are not mistaken for texts and pictures', () => {
    for (const text of ['a list', 'echo', 'some notes', 'w', 'e']) {
      expect(recogniseSource(Buffer.from(text), { name: 'sod.txt', size: text.length })).toBe(null);
    }
    for (const start of ['89504e47', 'ffd8', '25504446', '3082']) {
      expect(recogniseSource(Buffer.from(start, 'hex'), { name: 'x', size: 9_000 })).toBe(null);
    }
  });

  it('are sent under their names, the newest of each, and never fingerprints or irises', async () => {
    const sources = createSourceFiles();
    const biometric = [file('c', 0x63, 0), file('d', 0x76, 0)];
    await sources.add([file('b', 0x61, 1, 1), ...biometric, file('a', 0x77, 0), file('e', 0xff)]);
    await sources.add([file('f', 0x61, 2, 1, 1)]);
    expect(sources.refused.value).toEqual([]);
    const form = new FormData();
    appendSources(form, sources.list.value);
    const sent = [...form].map(([part, sentFile]) => [part, (sentFile as File).name, (sentFile as File).size]);
    expect(sent).toEqual([
      ['chip[]', 'EF_SOD.bin', 2],
      ['chip[]', 'DG1.bin', 4],
    ]);
    await sources.add([file('c', 0x63, 0), file('e', 0xff)]);
    expect(sources.refused.value).toEqual([
      { name: 'c', why: 'biometric' },
      { name: 'e', why: 'unknown' },
    ]);
  });
});
