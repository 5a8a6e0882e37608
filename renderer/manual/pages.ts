import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Plugin } from 'vite';
import { addressOf, type Chapter, LANGUAGES, type Language, pageOf, readChapter } from './chapter.ts';

const HASH_CHARS = 8;
/** The name of the manual's script among the inputs of the build. */
export const MANUAL_SCRIPT = 'manual';

const WORDS: Readonly<Record<Language, Record<string, string>>> = {
  en: {
    manual: 'Custos manual',
    skip: 'Skip to the text',
    console: 'Console',
    contents: 'Contents',
    search: 'Search the manual',
    none: 'Nothing found.',
    previous: 'Previous',
    next: 'Next',
    pages: 'Previous and next chapter',
    other: 'Français',
  },
  fr: {
    manual: 'Manuel de Custos',
    skip: 'Aller au texte',
    console: 'Console',
    contents: 'Sommaire',
    search: 'Rechercher dans le manuel',
    none: 'Aucun résultat.',
    previous: 'Précédent',
    next: 'Suivant',
    pages: 'Chapitre précédent et suivant',
    other: 'English',
  },
};

interface Links {
  style: string;
  script: string;
  index: string;
}

/**
 * Builds the manual's pages from Markdown next to the console: `manual/<language>/<chapter>.html`, and a search index for each language.
 * @param folder the folder of the Markdown
 * @param assetsDir where the console's other files go
 */
export function manualPages(folder: string, assetsDir: string): Plugin {
  return {
    name: 'manual-pages',
    apply: 'build',
    // Only then is the console's stylesheet among the files.
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const script = files.find(
        (file) => file.type === 'chunk' && file.isEntry && file.name === MANUAL_SCRIPT,
      )?.fileName;
      const style = files.find(({ fileName }) => fileName.endsWith('.css'))?.fileName;
      if (!script || !style) throw new Error('the build has no script or no style for the manual');
      const manual = readManual(folder);
      for (const language of LANGUAGES) {
        const chapters = manual[language];
        const source = JSON.stringify(searchIndex(language, chapters));
        const hash = createHash('sha256').update(source).digest('hex').slice(0, HASH_CHARS);
        const index = `${assetsDir}/manual-${language}-${hash}.json`;
        this.emitFile({ type: 'asset', fileName: index, source });
        for (const chapter of chapters)
          this.emitFile({
            type: 'asset',
            fileName: `manual/${language}/${chapter.name === '' ? 'index' : chapter.name}.html`,
            source: renderPage(language, chapter, chapters, { style, script, index }),
          });
      }
    },
  };
}

/** Returns the chapters of each language: the table of contents, then the others in the order in which it links them. */
export function readManual(folder: string): Record<Language, Chapter[]> {
  const english = readLanguage(folder, 'en', {});
  const anchors = Object.fromEntries(english.map(({ name, sections }) => [name, sections.map(({ id }) => id)]));
  return { en: english, fr: readLanguage(folder, 'fr', anchors) };
}

function readLanguage(folder: string, language: Language, anchors: Record<string, readonly string[]>): Chapter[] {
  const paths = globSync('**/*.md', { cwd: folder })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => pageOf(path).language === language);
  const chapters = paths.map((path) =>
    readChapter(path, readFileSync(join(folder, path), 'utf8'), anchors[pageOf(path).name]),
  );
  const contents = chapters.find(({ name }) => name === '');
  const order = [...(contents?.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
  const place = ({ name }: Chapter): number => (name === '' ? -1 : order.indexOf(hrefOf(language, name)));
  return chapters.toSorted((a, b) => place(a) - place(b));
}

const hrefOf = (language: Language, name: string): string =>
  addressOf(`${language === 'en' ? '' : `${language}/`}${name === '' ? 'README' : name}.md`);

function searchIndex(language: Language, chapters: readonly Chapter[]) {
  return chapters
    .filter(({ name }) => name !== '')
    .flatMap(({ name, title, sections }) =>
      sections.map(({ id, heading, text }, i) => ({
        href: `${hrefOf(language, name)}${i === 0 ? '' : `#${id}`}`,
        title,
        heading,
        text,
      })),
    );
}

function renderPage(language: Language, chapter: Chapter, chapters: readonly Chapter[], links: Links): string {
  const words = WORDS[language];
  const { name, title, html } = chapter;
  const other: Language = language === 'en' ? 'fr' : 'en';
  const at = chapters.indexOf(chapter);
  const step = (to: Chapter | undefined, word: string | undefined, rel: string): string =>
    to ? `<a rel="${rel}" href="${hrefOf(language, to.name)}"><span class="faint">${word}</span> ${to.title}</a>` : '';
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${title} · ${words['manual']}</title><link rel="stylesheet" href="/${links.style}">`,
    `<script type="module" src="/${links.script}"></script></head><body class="manual">`,
    `<a class="skip" href="#main">${words['skip']}</a>`,
    `<header class="row wrap gap-12"><a class="brand" href="${hrefOf(language, '')}">${words['manual']}</a>`,
    `<search data-index="/${links.index}" data-none="${words['none']}">`,
    `<input type="search" aria-label="${words['search']}" placeholder="${words['search']}" autocomplete="off">`,
    '<ol hidden></ol><p class="unseen" role="status"></p></search>',
    `<a href="${hrefOf(other, name)}" hreflang="${other}" lang="${other}">${words['other']}</a>`,
    `<a href="/">${words['console']}</a></header>`,
    `<nav class="manual-contents" aria-label="${words['contents']}">${renderContents(language, chapter, chapters)}</nav>`,
    `<main id="main" tabindex="-1"><article>${html}</article>`,
    `<nav class="manual-steps row between" aria-label="${words['pages']}">`,
    step(chapters[at - 1], words['previous'], 'prev'),
    step(chapters[at + 1], words['next'], 'next'),
    '</nav></main></body></html>',
  ].join('\n');
}

/** Renders the list of all chapters, with the parts of the open one. */
function renderContents(language: Language, open: Chapter, chapters: readonly Chapter[]): string {
  const items = chapters.map((chapter) => {
    const isOpen = chapter === open;
    const parts = isOpen && chapter.name !== '' ? chapter.parts : [];
    const inner = parts.map(({ id, heading }) => `<li><a href="#${id}">${heading}</a></li>`).join('');
    const link = `<a href="${hrefOf(language, chapter.name)}"${isOpen ? ' aria-current="page"' : ''}>${chapter.title}</a>`;
    return `<li>${link}${inner && `<ul>${inner}</ul>`}</li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}
