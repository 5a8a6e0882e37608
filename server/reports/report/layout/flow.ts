import type { TextSetter, TextStyle } from '../text/glyph-runs.ts';
import { type Line, placeLine, wrapWords } from '../text/lines.ts';
import { ASCENT, LEADING, type Op, PAGE } from './page.ts';

/** Thrown if the next page would exceed the limit. */
export class PagesFull extends Error {}

/** A text broken into lines of a given width. */
export interface TextBox {
  lines: Line[];
  style: TextStyle;
  /** Points. */
  height: number;
}

export interface Limits {
  pagesMax: number;
  /** Limit of characters of one text. */
  textCharsMax: number;
}

/** Fills pages from top to bottom. */
export class Flow {
  readonly pages: Op[][] = [[]];
  /** Points from the page's top: where the next thing goes. */
  y: number = PAGE.top;
  readonly #setter: TextSetter;
  readonly #limits: Limits;

  constructor(setter: TextSetter, limits: Limits) {
    this.#setter = setter;
    this.#limits = limits;
  }

  /** Points to the end of the page. */
  get room(): number {
    return PAGE.bottom - this.y;
  }

  add(op: Op): void {
    this.pages.at(-1)?.push(op);
  }

  /** Starts a new page. Throws `PagesFull` if the limit is reached. */
  newPage(): void {
    if (this.pages.length >= this.#limits.pagesMax) throw new PagesFull();
    this.pages.push([]);
    this.y = PAGE.top;
  }

  /** Starts a new page if less than `height` points are left on this one. */
  keep(height: number): void {
    if (this.room < height && this.y > PAGE.top) this.newPage();
  }

  /** Breaks `text` into lines of `width` points; shortens a very long text. */
  box(text: string, width: number, style: TextStyle): TextBox {
    const { textCharsMax } = this.#limits;
    const rest = text.length - textCharsMax;
    const shown = rest > 0 ? `${text.slice(0, textCharsMax).toWellFormed()} [${rest} more characters]` : text;
    const lines = wrapWords(this.#setter.words(shown, style), width, this.#setter, style);
    return { lines, style, height: lines.length * style.size * LEADING };
  }

  /** Draws lines with their upper left corner at `x`, `y`; `align` moves them within `width`. */
  draw(box: TextBox, at: { x: number; y: number; color: string; rightTo?: number }): void {
    const { size } = box.style;
    for (const [index, line] of box.lines.entries()) {
      const y = at.y + (index * LEADING + ASCENT) * size;
      const left = at.rightTo === undefined ? at.x : at.rightTo - line.width;
      for (const { text, face, x, rtl } of placeLine(line, this.#setter, size)) {
        this.add({ kind: 'text', run: { text, face }, rtl, x: left + x, y, size, color: at.color });
      }
    }
  }

  /** Draws a text below the current content, over page breaks if necessary. */
  paragraph(text: string, at: { x: number; width: number; style: TextStyle; color: string }): void {
    const { lines, style } = this.box(text, at.width, at.style);
    const step = style.size * LEADING;
    for (const line of lines) {
      this.keep(step);
      this.draw({ lines: [line], style, height: step }, { x: at.x, y: this.y, color: at.color });
      this.y += step;
    }
  }
}
