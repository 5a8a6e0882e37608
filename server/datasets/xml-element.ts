/** One element of an XML file with everything in it. Names are local names: namespaces are ignored. */
export class XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The line in the file, from 1, where the start tag ends. */
  readonly line: number;
  readonly children: XmlElement[] = [];
  /**
   * Its own text without that of its children, with each run of white space as a single space. White space at the ends is removed
   * unless `xml:space="preserve"` marks it.
   */
  text = '';

  constructor(name: string, attributes: Readonly<Record<string, string>>, line: number) {
    this.name = name;
    this.attributes = attributes;
    this.line = line;
  }

  /** Returns an attribute's value, trimmed. Empty if there is none. */
  attribute(name: string): string {
    return this.attributes[name]?.trim() ?? '';
  }

  /** Returns the first child of that name. */
  child(name: string): XmlElement | undefined {
    return this.children.find((child) => child.name === name);
  }

  /** Returns the text of the first child of that name. Empty if there is none. */
  childText(name: string): string {
    return this.child(name)?.text ?? '';
  }

  /** Returns the children on a path of names: `all('akaList', 'aka')`. */
  all(...path: string[]): XmlElement[] {
    return path.reduce<XmlElement[]>(
      (elements, name) => elements.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [this],
    );
  }

  /** Returns the non-empty texts of the children on a path of names. */
  texts(...path: string[]): string[] {
    return this.all(...path)
      .map(({ text }) => text)
      .filter((text) => text !== '');
  }
}
