/** One element of an XML file with all that is in it. Names are local names: namespaces are ignored. */
export class XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Of the file, from 1, where the start tag ends. */
  readonly line: number;
  readonly children: XmlElement[] = [];
  /**
   * Its own text without that of its children, each run of white space a single space; none at the ends unless it is
   * marked by `xml:space="preserve"`.
   */
  text = '';

  constructor(name: string, attributes: Readonly<Record<string, string>>, line: number) {
    this.name = name;
    this.attributes = attributes;
    this.line = line;
  }

  /** An attribute's value, trimmed; empty where there is none. */
  attribute(name: string): string {
    return this.attributes[name]?.trim() ?? '';
  }

  /** The first child of that name. */
  child(name: string): XmlElement | undefined {
    return this.children.find((child) => child.name === name);
  }

  /** The text of the first child of that name; empty where there is none. */
  childText(name: string): string {
    return this.child(name)?.text ?? '';
  }

  /** The children reached by these names one after the other: `all('akaList', 'aka')`. */
  all(...path: string[]): XmlElement[] {
    return path.reduce<XmlElement[]>(
      (elements, name) => elements.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [this],
    );
  }

  /** The texts that are not empty of the children reached by these names. */
  texts(...path: string[]): string[] {
    return this.all(...path)
      .map(({ text }) => text)
      .filter((text) => text !== '');
  }
}
