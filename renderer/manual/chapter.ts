import { posix } from 'node:path';
import { Marked, Renderer, type Token, type Tokens } from 'marked';
import { slugOf } from './slug.ts';

/** The text under one heading of a chapter, as the search finds it. */
export interface ManualSection {
  id: string;
  heading: string;
  text: string;
}

export interface Chapter {
  /** Such as `review` and `reference/codes`; empty for the table of contents. */
  name: string;
  title: string;
  html: string;
  /** The chapter's second-level headings. */
  parts: { id: string; heading: string }[];
  sections: ManualSection[];
}

/** The languages of the manual. English is in the manual's folder itself, the others in subfolders. */
export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Returns the page of a manual file, such as `fr/reference/codes`: its language and its chapter. `README.md` is the table of contents. */
export function pageOf(path: string): { language: Language; name: string } {
  const language = LANGUAGES.find((one) => path.startsWith(`${one}/`)) ?? 'en';
  const within = path.startsWith(`${language}/`) ? path.slice(language.length + 1) : path;
  return { language, name: within.replace(/(?:^|\/)README\.md$/, '').replace(/\.md$/, '') };
}

/** Returns the address of a manual file. */
export function addressOf(path: string): string {
  const { language, name } = pageOf(path);
  return name === '' ? `/manual/${language}` : `/manual/${language}/${name}`;
}

/**
 * Renders a chapter from its Markdown.
 * @param path the file within the manual, such as `fr/reference/codes.md`
 * @param others additional anchors of its headings, in order: those of the other language
 * @throws {Error} if a link leads out of the manual
 */
export function readChapter(path: string, markdown: string, others: readonly string[] = []): Chapter {
  const marked = new Marked();
  const tokens = marked.lexer(markdown);
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading');
  const ids = headings.map(({ text }) => slugOf(text));
  let at = 0;
  marked.use({
    renderer: {
      heading({ depth, tokens: inline }) {
        const [id, other] = [ids[at], others[at]];
        at += 1;
        const also = other === undefined || other === id ? '' : `<span id="${other}"></span>`;
        return `<h${depth} id="${id}">${also}${this.parser.parseInline(inline)}</h${depth}>\n`;
      },
      link({ href, tokens: inline }) {
        return `<a href="${hrefOf(href)}">${this.parser.parseInline(inline)}</a>`;
      },
      code(block) {
        return Renderer.prototype.code.call(this, block).replace('<pre>', '<pre tabindex="0">');
      },
      // A wide table scrolls separately, also by keyboard.
      table(table) {
        return `<div class="wide" tabindex="0">${Renderer.prototype.table.call(this, table)}</div>\n`;
      },
    },
  });
  const hrefOf = (href: string): string => {
    if (/^(?:[a-z]+:|#)/.test(href)) return href;
    const [file = '', anchor] = href.split('#');
    const target = posix.normalize(posix.join(posix.dirname(path), file));
    if (target.startsWith('..') || !target.endsWith('.md')) throw new Error(`${path}: ${href} leads out of the manual`);
    return `${addressOf(target)}${anchor === undefined ? '' : `#${anchor}`}`;
  };
  const html = marked.parser(tokens);
  const parts = headings.flatMap(({ depth, text }, i) => (depth === 2 ? [{ id: ids[i] ?? '', heading: text }] : []));
  return { name: pageOf(path).name, title: headings[0]?.text ?? path, html, parts, sections: sectionsOf(tokens, ids) };
}

function sectionsOf(tokens: readonly Token[], ids: readonly string[]): ManualSection[] {
  const sections: ManualSection[] = [];
  for (const token of tokens) {
    if (token.type === 'heading')
      sections.push({ id: ids[sections.length] ?? '', heading: plainOf([token]), text: '' });
    else {
      const last = sections.at(-1);
      if (last) last.text = `${last.text} ${plainOf([token])}`.trim();
    }
  }
  return sections;
}

/** Returns the plain words of tokens. */
function plainOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const inner = innerOf(token);
      return inner.length > 0 ? plainOf(inner) : 'text' in token ? String(token.text) : '';
    })
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function innerOf(token: Token): Token[] {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flat().flatMap(({ tokens }) => tokens);
  }
  if (token.type === 'list') return (token as Tokens.List).items;
  return 'tokens' in token && token.tokens ? token.tokens : [];
}
