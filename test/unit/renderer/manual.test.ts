import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { SCREEN_ANCHORS } from '../../../renderer/manual/anchors.ts';
import { readChapter } from '../../../renderer/manual/chapter.ts';
import { readManual } from '../../../renderer/manual/pages.ts';
import { FINDINGS } from '../../../server/checks/findings.ts';
import { ERROR_KINDS } from '../../../server/lib/errors.ts';

const MANUAL = readManual(fileURLToPath(new URL('../../../server/manual', import.meta.url)));
const idsOf = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

describe.each(['en', 'fr'] as const)('the manual as pages: %s', (language) => {
  const chapters = MANUAL[language];
  const idsByPage = new Map(
    chapters.map(({ name, html }) => [`/manual/${language}${name && `/${name}`}`, idsOf(html)]),
  );

  test('begins with its contents, and has the chapters that these name', () => {
    expect(chapters[0]?.name).toBe('');
    expect(chapters.length).toBeGreaterThan(20);
    expect(chapters.at(-1)?.name).toBe('reference/security-events');
  });

  test('every link leads to a page and a place of it', () => {
    const other = language === 'en' ? '/manual/fr' : '/manual/en';
    for (const { name, html } of chapters)
      for (const [, href = ''] of html.matchAll(/ href="([^"]+)"/g)) {
        if (/^https?:/.test(href)) continue;
        const [page, id] = href.split('#');
        const ids = idsByPage.get(page || `/manual/${language}${name && `/${name}`}`);
        if (page !== other) expect(ids, `${name}: ${href}`).toBeDefined();
        if (id !== undefined) expect(ids, `${name}: ${href}`).toContain(decodeURIComponent(id));
      }
  });

  test('no page has one id twice', () => {
    for (const { name, html } of chapters)
      expect(
        idsOf(html).filter((id, i, all) => all.indexOf(id) !== i),
        name,
      ).toEqual([]);
  });

  test('has a place for each screen and each code', () => {
    const ids = idsByPage.get(`/manual/${language}/console`);
    for (const anchor of Object.values(SCREEN_ANCHORS)) expect(ids).toContain(anchor);
    const codes = idsByPage.get(`/manual/${language}/reference/codes`);
    for (const code of [...Object.keys(FINDINGS), ...Object.keys(ERROR_KINDS)]) expect(codes).toContain(code);
  });

  test('the search has every part with its words', () => {
    const { sections = [] } = chapters.find(({ name }) => name === 'review') ?? {};
    expect(sections.length).toBeGreaterThan(5);
    expect(sections.filter(({ id, heading }) => id === '' || heading === '')).toEqual([]);
    expect(sections.map(({ text }) => text).join(' ')).not.toMatch(/[*`]{2}|\]\(/);
  });
});

test('a link that leads out of the manual is refused', () => {
  expect(() => readChapter('a.md', '# A\n\n[x](../../SECURITY.md)')).toThrow(
    'a.md: ../../SECURITY.md leads out of the manual',
  );
});

test('a heading of another language keeps its first anchor besides', () => {
  const { html } = readChapter('fr/a.md', '# À lire\n\n## File\n', ['read', 'queue']);
  expect(html).toContain('<h2 id="file"><span id="queue"></span>File</h2>');
});
