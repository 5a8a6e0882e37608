import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { XmlElement } from './xml-element.ts';
import { plainReason, XmlError } from './xml-error.ts';

export interface XmlLimits {
  /** Levels of elements. */
  listDepthMax: number;
  /** Characters of a wanted element, of a tag, and of the text and comments between two tags. */
  listRowBytesMax: number;
}

/** saxes knows these by their names. Its own table has a prototype, so `&constructor;` would be an entity too. */
const ENTITIES = Object.assign(Object.create(null), { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" });

/** Takes the text of an XML file in pieces, and returns the wanted elements that end in each: see `readElements`. Every method throws `XmlError`. */
export class XmlParser {
  private readonly sax = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  private readonly wanted: ReadonlySet<string>;
  private readonly limits: XmlLimits;
  private depth = 0;
  /** The open wanted element and the elements open inside it. */
  private readonly open: XmlElement[] = [];
  private openedAt = 0;
  private lastEventAt = 0;
  private done: XmlElement[] = [];
  /** The outermost element's start tag, once it is read. */
  root: XmlElement | null = null;

  constructor(wanted: readonly string[], limits: XmlLimits) {
    this.wanted = new Set(wanted);
    this.limits = limits;
    this.sax.ENTITIES = ENTITIES;
    this.sax.on('opentag', (tag) => this.openTag(tag));
    this.sax.on('closetag', () => this.closeTag());
    this.sax.on('text', (text) => this.addText(text));
    this.sax.on('cdata', (text) => this.addText(text));
    // Add no more handlers: with eight, the parser's object is a dictionary to V8, and the parser four times slower.
    this.sax.on('doctype', (doctype) => this.checkDoctype(doctype));
  }

  /** Returns the current line, from 1. */
  get line(): number {
    return this.sax.line;
  }

  /** Returns the wanted elements that end in the next piece of text. */
  write(text: string): XmlElement[] {
    this.done = [];
    this.run(() => this.sax.write(text));
    this.checkSizes();
    return this.done;
  }

  /** Must be called after the last piece. Checks that the document is complete. */
  end(): void {
    this.run(() => this.sax.close());
  }

  /** Returns what was found in the last piece before it turned out to be broken. */
  foundBeforeError(): XmlElement[] {
    return this.done;
  }

  /** The parser throws a plain `Error` with its reason. */
  private run(action: () => void): void {
    try {
      action();
    } catch (cause) {
      if (!(cause instanceof Error) || cause.constructor !== Error) throw cause;
      throw new XmlError(plainReason(cause.message));
    }
  }

  private openTag(tag: SaxesTagPlain): void {
    this.passEvent();
    this.depth += 1;
    if (this.depth > this.limits.listDepthMax) {
      throw new XmlError(`elements are nested more than ${this.limits.listDepthMax} levels deep.`);
    }
    const name = localName(tag.name);
    const parent = this.open.at(-1);
    const isWanted = this.wanted.has(name);
    if (this.depth > 1 && !parent && !isWanted) return;
    const element = new XmlElement(name, localAttributes(tag.attributes), this.sax.line);
    if (this.depth === 1) this.takeRoot(element, isWanted);
    else this.openElement(element, parent);
  }

  private takeRoot(element: XmlElement, isWanted: boolean): void {
    this.root = element;
    if (isWanted) this.done.push(element);
  }

  private openElement(element: XmlElement, parent: XmlElement | undefined): void {
    if (parent) parent.children.push(element);
    else this.openedAt = this.sax.position;
    this.open.push(element);
  }

  private closeTag(): void {
    this.passEvent();
    this.depth -= 1;
    const element = this.open.pop();
    if (!element) return;
    const text = element.text.replace(/\s+/g, ' ');
    // In elements marked by `xml:space`, the white space at the ends separates words.
    element.text = element.attribute('space') === 'preserve' ? text : text.trim();
    if (this.open.length > 0) return;
    this.checkElementSize(element);
    this.done.push(element);
  }

  private addText(text: string): void {
    this.passEvent();
    const element = this.open.at(-1);
    if (element) element.text += text;
  }

  private checkDoctype(doctype: string): void {
    this.passEvent();
    if (!/<!ENTITY/i.test(doctype)) return;
    throw new XmlError('the file declares its own entities (<!ENTITY), which no published list does.');
  }

  /** Something ended here: text or a tag, and the comments before it. */
  private passEvent(): void {
    this.checkSizes();
    this.lastEventAt = this.sax.position;
  }

  private checkSizes(): void {
    if (this.sax.position - this.lastEventAt > this.limits.listRowBytesMax) {
      throw new XmlError(`a text, tag or comment is longer than ${this.limits.listRowBytesMax} characters.`);
    }
    const [outermost] = this.open;
    if (outermost) this.checkElementSize(outermost);
  }

  private checkElementSize({ name }: XmlElement): void {
    if (this.sax.position - this.openedAt <= this.limits.listRowBytesMax) return;
    throw new XmlError(`<${name}> is longer than ${this.limits.listRowBytesMax} characters.`);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function localAttributes(attributes: Record<string, string>): Record<string, string> {
  const local: Record<string, string> = Object.create(null);
  for (const name of Object.keys(attributes)) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) local[localName(name)] = attributes[name] ?? '';
  }
  return local;
}
