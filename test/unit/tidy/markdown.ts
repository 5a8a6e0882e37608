import { posix } from 'node:path';
import { slugOf } from '../../../renderer/manual/slug.ts';
import { pick, type Sources } from './sources.ts';

/** Maximum characters in a line of Markdown, and maximum words in a sentence of the manual. */
const LINE_CHARS_MAX = 120;
const SENTENCE_WORDS_MAX = 35;
const MANUAL = 'server/manual/';
const PRODUCT = /^(?:main|models|renderer|server)\/.*\.(?:ts|tsx|mjs|css)$/;

/** Words and phrases that the product does not use: each has a plain replacement. */
const STIFF: readonly RegExp[] = [
  /\bwhoever\b/i,
  /\banew\b/i,
  /\bto mend\b|\bmended\b/i,
  /\bis told\b|\bare told\b/i,
  /\bnobody does\b/i,
  /\bso many of\b|\bso that [\w ]+ is told\b/i,
  /\bin the place of\b/i,
  /\bthereby\b|\bwherein\b/i,
  /\bgoes by itself\b|\bof itself\b/i,
];

/** Lines of Markdown that are too long. */
export function longLines(sources: Sources): string[] {
  return markdown(sources).flatMap(([path, text]) =>
    text.split('\n').flatMap((line, i) => {
      const length = [...line].length;
      return length > LINE_CHARS_MAX ? [`${path}:${i + 1}: ${length} characters; break the line`] : [];
    }),
  );
}

/** Sentences of the manual that are too long. */
export function longSentences(sources: Sources): string[] {
  return manual(sources).flatMap(([path, text]) =>
    sentencesOf(text).flatMap((sentence) => {
      const words = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
      return words > SENTENCE_WORDS_MAX ? [`${path}: ${words} words: ${sentence}`] : [];
    }),
  );
}

/** Places in Markdown, and in texts and comments of the product, that use a stiff word. */
export function stiffWords(sources: Sources): string[] {
  const product = pick(sources, (path) => PRODUCT.test(path));
  return [...markdown(sources).map(([path, text]) => [path, proseOf(text)]), ...product].flatMap(([path, text = '']) =>
    text.split('\n').flatMap((line, i) => {
      const found = STIFF.map((pattern) => pattern.exec(line)?.[0]).find(Boolean);
      return found ? [`${path}:${i + 1}: "${found}" has a plain word in its place`] : [];
    }),
  );
}

/** Links within the project that lead to a missing file or heading. */
export function deadLinks(sources: Sources, exists: (path: string) => boolean): string[] {
  return markdown(sources).flatMap(([path, text]) =>
    [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
      if (/^[a-z]+:/.test(target)) return [];
      const [file = '', anchor] = target.split('#');
      const to = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), decodeURIComponent(file)));
      if (!sources.has(to) && !exists(to)) return [`${path}: ${target} leads to no file`];
      if (anchor === undefined || !to.endsWith('.md')) return [];
      return anchorsOf(sources.get(to) ?? '').includes(decodeURIComponent(anchor))
        ? []
        : [`${path}: ${target} leads to no heading`];
    }),
  );
}

/** Chapters that exist in only one language, or whose headings differ in number or level. */
export function unequalChapters(sources: Sources): string[] {
  const levels = (text: string | undefined): string =>
    headingsOf(text ?? '')
      .map(({ level }) => level)
      .join();
  return manual(sources).flatMap(([path, text]) => {
    const isFrench = path.startsWith(`${MANUAL}fr/`);
    const other = isFrench ? path.replace('/fr/', '/') : path.replace(MANUAL, `${MANUAL}fr/`);
    if (!sources.has(other)) return [`${path}: ${other} is missing`];
    return isFrench || levels(text) === levels(sources.get(other)) ? [] : [`${path}: the headings of ${other} differ`];
  });
}

interface Heading {
  level: number;
  text: string;
}

/** The headings of a Markdown page. */
export function headingsOf(text: string): Heading[] {
  return [...withoutBlocks(text).matchAll(/^(#+) (.+)$/gm)].map(([, marks = '', title = '']) => ({
    level: marks.length,
    text: title,
  }));
}

/** The anchors that GitHub creates from the headings of a page. */
function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>();
  return headingsOf(text).map(({ text: title }) => {
    const slug = slugOf(title);
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
}

const markdown = (sources: Sources): [string, string][] => pick(sources, (path) => path.endsWith('.md'));
const manual = (sources: Sources): [string, string][] =>
  pick(sources, (path) => path.startsWith(MANUAL) && path.endsWith('.md'));

const withoutBlocks = (text: string): string =>
  text.replaceAll(/^( *)(```|~~~)[^\n]*\n[\s\S]*?^\1\2[^\n]*$/gm, (block) => block.replaceAll(/[^\n]/g, ''));

/** The page without its code. */
const proseOf = (text: string): string =>
  withoutBlocks(text).replaceAll(/`[^`\n]+`/g, (code) => 'x'.repeat(code.length));

/** Each heading, list item, cell and paragraph separately, split into sentences. */
function sentencesOf(text: string): string[] {
  return proseOf(text)
    .split(/\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\.) ?)/)
    .flatMap((block) => block.split('|'))
    .flatMap((block) => block.replaceAll('\n', ' ').split(/(?<=[.!?:;])["”’)*]*\s+/));
}
