import { describe, expect, it, vi } from 'vitest';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();

const { FILES_MAX } = await import('../../../renderer/parts/files/media.ts');
const { createPersonFiles } = await import('../../../renderer/parts/files/person-files.ts');
const { createCompanyFiles } = await import('../../../renderer/pages/create-company/company-files.ts');

const picture = (name: string): File => new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], name);
const pictures = (count: number, of: string): File[] =>
  Array.from({ length: count }, (_, i) => picture(`${of}${i}.jpg`));

const KINDS = [
  ['person', () => createPersonFiles(() => false)],
  ['company', createCompanyFiles],
] as const;

describe.each(KINDS)('the files of a %s', (_kind, create) => {
  it('are never more than can be sent, though two drops come at once', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
    const files = create();
    await Promise.all([files.add(pictures(6, 'a')), files.add(pictures(6, 'b'))]);
    expect(files.list.value).toHaveLength(FILES_MAX);
    expect(files.refused.value.map(({ code }) => code)).toEqual(['too_many_documents', 'too_many_documents']);
  });

  it('can be replaced though there are as many as can be sent', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
    const files = create();
    await files.add(pictures(FILES_MAX, 'a'));
    const key = files.list.value[3]?.key ?? '';
    await ('replace' in files ? files.replace(key, picture('fresh.jpg')) : files.setFile(key, picture('fresh.jpg')));
    expect(files.refused.value).toEqual([]);
    expect(files.list.value[3]?.file?.name).toBe('fresh.jpg');
  });
});

describe('an announced document of a company', () => {
  it('gets no file where as many as can be sent are there already', async () => {
    const files = createCompanyFiles();
    files.announce();
    await files.add(pictures(FILES_MAX, 'a'));
    await files.setFile(files.list.value[0]?.key ?? '', picture('late.jpg'));
    expect(files.list.value[0]?.file).toBeNull();
    expect(files.refused.value).toEqual([{ name: 'late.jpg', code: 'too_many_documents' }]);
  });
});

describe('a look at a file of a person', () => {
  it('whose answer breaks off holds nothing up', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"type": "nation', { status: 200 }));
    const files = createPersonFiles(() => false);
    await files.add([picture('a.jpg'), picture('b.jpg')]);
    await files.settled();
    expect(files.list.value.map(({ look }) => look)).toEqual(['not_looked', 'not_looked']);
  });

  it('is not of a picture that took its place: what was guessed of the former one goes', async () => {
    const types = ['passport', 'unknown'];
    vi.stubGlobal('fetch', async () => {
      const said = { type: types.shift(), side: null, pages: 1, turn: 0, findings: [] };
      return new Response(JSON.stringify(said), { status: 200 });
    });
    const files = createPersonFiles(() => false);
    await files.add([picture('a.jpg')]);
    await files.settled();
    await files.replace(files.list.value[0]?.key ?? '', picture('b.jpg'));
    await files.settled();
    expect(files.list.value.map(({ type }) => type)).toEqual([null]);
  });
});
