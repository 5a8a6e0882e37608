/** What is wrong with an XML file, in a sentence for a reader. */
export class XmlError extends Error {
  /** How many lines after the parser's current one. */
  readonly linesAfter: number;

  constructor(message: string, linesAfter = 0) {
    super(message);
    this.linesAfter = linesAfter;
  }
}

const AGAIN = 'Get the file from its publisher again.';

/** Returns our wording for the parser's most frequent messages, otherwise its own. */
export function plainReason(said: string): string {
  const unclosed = /^unclosed tag: (.+)$/.exec(said)?.[1];
  if (unclosed) return `the file ends inside <${unclosed}>: it was cut off. ${AGAIN}`;
  if (said === 'unexpected end.') return `the file ends in the middle: it was cut off. ${AGAIN}`;
  if (said === 'document must contain a root element.') return `the file ends before any element. ${AGAIN}`;
  const unmatched = /^unmatched closing tag: (.+)\.$/.exec(said)?.[1];
  if (unmatched) return `</${unmatched}> closes an element that was never opened. ${AGAIN}`;
  if (said === 'unexpected close tag.') return `an end tag does not match its element. ${AGAIN}`;
  if (said === 'text data outside of root node.') return `there is text outside the outermost element. ${AGAIN}`;
  if (said === 'disallowed character.') return `there is a character that XML does not allow. ${AGAIN}`;
  if (said === 'undefined entity.') return `there is an entity (&...;) that is not defined. ${AGAIN}`;
  return `the XML is damaged (${said.replace(/\.$/, '')}). ${AGAIN}`;
}
