import { describe, expect, it } from 'vitest';
import { drawReport } from '../../../server/reports/report/draw.ts';
import type { Block } from '../../../server/reports/report/layout/blocks.ts';
import { inWholeRunAlone, sampleOf } from '../../support/long.ts';
import { readPdf } from '../../support/pdf-text.ts';
import { seededRandom, testSeed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';

const HEAD = {
  title: 'Specimen report \u2013 é',
  subject: 'A specimen',
  keywords: 'ver_1, test',
  madeAt: '2026-01-31T12:00:00.000Z',
  headLeft: 'Specimen report',
  headRight: 'ver_1',
  foot: 'Made for a test',
};
const LIMITS = { pagesMax: 60, textCharsMax: 2000 };

const draw = async (blocks: Block[], limits = LIMITS) => readPdf(await drawReport({ head: HEAD, blocks }, [], limits));
const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
/** Line breaks do not change the meaning of a text. */
const squeezed = (text: string): string => text.replace(/\s/g, '');

const NAMES = {
  Latin: 'Jürgen Müller-Lüdenscheid officiary AVATAR',
  'Latin, extended': 'Łukasz Żółć Ğüneş Þórður',
  Cyrillic: 'Иван Щукин Ґалаґан',
  Greek: 'Γιώργος Παπαδόπουλος',
  Vietnamese: 'Nguyễn Thị Minh Khai',
  Arabic: 'محمد بن سلمان بيبي',
  Persian: 'پرویز می\u200Cخواهم',
  Hebrew: 'לאה כהן',
  Devanagari: 'क्षत्रिय प्रिया शर्मा',
  Thai: 'สมชาย น้ำใจดี',
  Georgian: 'გიორგი ბერიძე',
  Armenian: 'Հովհաննես Բաղրամյան',
  'Han, simplified': '张伟 简体 丽',
  'Han, traditional': '陳大文 龍 繁體',
  Japanese: '山田太郎 さくら タナカ',
  Hangul: '김민수 홍길동',
};

describe('the text of a report', () => {
  it.each(sampleOf('scripts', Object.entries(NAMES), 5))(
    '%s comes back as it was written, plain and bold',
    inWholeRunAlone('1 s'),
    async (_, name) => {
      const rows = [[{ text: name, bold: true }]];
      const { pages, fonts } = await draw([
        paragraph(name),
        { kind: 'table', columns: [{ title: 'Name', share: 1 }], rows },
      ]);
      const text = squeezed(pages.join(''));
      expect(text.split(squeezed(name))).toHaveLength(3);
      expect(fonts.length).toBeGreaterThan(0);
      expect(fonts.filter(({ embedded }) => !embedded)).toEqual([]);
    },
  );

  it('keeps the order in which words of both directions are read', async () => {
    const { pages } = await draw([paragraph('Acme شركة النور Limited'), paragraph('محمد 40 % > Acme Limited')]);
    expect(pages[0]).toContain('Acme شركة النور Limited');
    expect(pages[0]).toContain('محمد 40 % > Acme Limited');
  });

  it('writes what no font has as its code point, so that nothing is left out in silence', async () => {
    const { pages } = await draw([paragraph('A \u{1F468} B \uE000 C')]);
    expect(squeezed(pages[0] ?? '')).toContain('A[U+1F468]B[U+E000]C');
  });

  it('drops marks that would turn the direction of what follows', async () => {
    const { pages } = await draw([paragraph('abc\u202Edef\u2066ghi')]);
    expect(pages[0]).toContain('abcdefghi');
  });

  it('draws whatever text comes', inWholeRunAlone('1 s'), async () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    const blocks = [
      [0x20, 0x17f],
      [0x300, 0x36f],
      [0x590, 0x6ff],
      [0x900, 0x97f],
      [0xe00, 0xe7f],
      [0x2000, 0x20ff],
      [0x4e00, 0x9fff],
      [0xd7f0, 0xe010],
      [0x1f300, 0x1f9ff],
    ] as const;
    const char = (): string => {
      const [from, to] = blocks[Math.floor(random() * blocks.length)] ?? blocks[0];
      return String.fromCodePoint(from + Math.floor(random() * (to - from)));
    };
    const texts = Array.from({ length: rounds(60, 12) }, () =>
      Array.from({ length: 40 }, () => (random() < 0.15 ? ' ' : char())).join(''),
    );
    const { pages } = await draw(texts.map(paragraph));
    expect(pages.length, `CUSTOS_TEST_SEED=${seed}`).toBeGreaterThan(0);
  });
});

describe('the pages of a report', () => {
  const columns = [
    { title: 'Number', share: 1 },
    { title: 'Meaning', share: 3 },
  ];

  it('carry the record, the foot and their number, and the file says what it is', async () => {
    const { pages, info } = await draw(Array.from({ length: 120 }, (_, i) => paragraph(`Line ${i}`)));
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, page] of pages.entries()) {
      for (const part of ['Specimen report', 'ver_1', 'Made for a test', `${index + 1} / ${pages.length}`]) {
        expect(page).toContain(part);
      }
    }
    expect(info).toMatchObject({
      Title: HEAD.title,
      Subject: 'A specimen',
      Keywords: 'ver_1, test',
      Author: 'Custos',
      Language: 'en',
      CreationDate: 'D:20260131120000Z',
    });
  });

  it('repeat the head of a table, and hold every row once', inWholeRunAlone('1 s'), async () => {
    const rows = Array.from({ length: 150 }, (_, i) => [`no${i}.`, 'word '.repeat(i % 60)]);
    const { pages } = await draw([{ kind: 'table', columns, rows }]);
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page).toContain('Number Meaning');
    const found = [...pages.join(' ').matchAll(/no(\d+)\./g)].map(([, number]) => Number(number));
    expect(found).toEqual(rows.map((_, i) => i));
  });

  it('break a row that is higher than a page, and a word that is wider than its column', async () => {
    const long = Array.from({ length: 500 }, (_, i) => `w${i}`).join(' ');
    const rows = [['x'.repeat(300), `${long} end`]];
    const { pages } = await draw([{ kind: 'table', columns, rows }], { pagesMax: 60, textCharsMax: 10_000 });
    expect(squeezed(pages.join(''))).toContain('x'.repeat(10));
    expect(squeezed(pages.join('')).match(/x/g)?.length).toBeGreaterThanOrEqual(300);
    expect(pages.join(' ')).toContain('end');
  });

  it('end at the limit, and say so; a text that is very long is shortened, and says so', async () => {
    const blocks = Array.from({ length: 2000 }, (_, i) => paragraph(`Line ${i}`));
    const limited = await draw(blocks, { pagesMax: 3, textCharsMax: 2000 });
    expect(limited.pages).toHaveLength(3);
    expect(limited.pages[2]).toContain('The report ends here, after 3 pages.');
    const { pages } = await draw([paragraph('y '.repeat(3000))]);
    expect(pages[0]).toContain('[4000 more characters]');
  });
});
