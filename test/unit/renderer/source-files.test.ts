import { describe, expect, it } from 'vitest';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();
const { appendSources, createSourceFiles, recogniseSource } = await import(
  '../../../renderer/parts/files/source-files.tsx'
);

const file = (name: string, ...bytes: number[]): File => new File([new Uint8Array(bytes)], name);

describe('files of a chip and a mobile document', () => {
  it('are recognised by their content', () => {
    const names = [0x77, 0x61, 0x75, 0x6f, 0x70, 0xa3, 0x83, 0xff].map((first) => recogniseSource(first, 'x')?.name);
    expect(names).toEqual(['EF_SOD', 'DG1', 'DG2', 'DG15', 'DG16', 'device_response', 'session_transcript', undefined]);
    expect(recogniseSource(0x30, 'EF.SOD')?.name).toBe('EF_SOD');
  });

  it('are sent under their names, the newest of each, and never fingerprints or irises', async () => {
    const sources = createSourceFiles();
    await sources.add([file('a', 0x77), file('b', 0x61, 1), file('c', 0x63), file('d', 0x76), file('e', 0xff)]);
    await sources.add([file('f', 0x61, 2)]);
    expect(sources.refused.value).toEqual([]);
    const form = new FormData();
    appendSources(form, sources.list.value);
    const sent = [...form].map(([part, sentFile]) => [part, (sentFile as File).name, (sentFile as File).size]);
    expect(sent).toEqual([
      ['chip[]', 'EF_SOD.bin', 1],
      ['chip[]', 'DG1.bin', 2],
    ]);
    await sources.add([file('c', 0x63), file('e', 0xff)]);
    expect(sources.refused.value).toEqual([
      { name: 'c', why: 'biometric' },
      { name: 'e', why: 'unknown' },
    ]);
  });
});
