import { isNode, type Node, type Parsed, walk } from './sources.ts';

/**
 * Keys that no code can request. The code contains neither the key as text nor the start of a key built from data (`status.` of `status.${status}`).
 * Nor does it contain its two halves (`${kind}.intro`, where `kind` also occurs somewhere).
 */
export function unusedKeys(keys: readonly string[], code: readonly Parsed[]): string[] {
  const whole = new Set<string>();
  const beginnings = new Set<string>();
  const endings = new Set<string>();
  for (const { program } of code) {
    const own = new Set<string>();
    let groups = false;
    walk(program, (node) => {
      collect(node, own, beginnings);
      const ending = endingOf(node);
      if (ending !== null) endings.add(ending);
      groups ||= isGroupAndName(node);
    });
    for (const text of own) {
      whole.add(text);
      if (groups) beginnings.add(`${text}.`);
    }
  }
  const begun = [...beginnings].filter((text) => /^\w+\.[\w.]*$/.test(text));
  return keys.filter((key) => {
    const isEnd = (text: string): boolean => key.endsWith(text) && whole.has(key.slice(0, -text.length));
    return !whole.has(key) && !begun.some((text) => key.startsWith(text)) && ![...endings].some(isEnd);
  });
}

/** `${group}.${name}`: any text of the same file may be the group. */
function isGroupAndName(node: Node): boolean {
  if (node.type !== 'TemplateLiteral') return false;
  const texts = (node['quasis'] as { value: { raw: string } }[]).map(({ value }) => value.raw);
  return texts.length === 3 && texts.join('') === '.' && texts[1] === '.';
}

/** `.intro` of `${kind}.intro`, or else null. */
function endingOf(node: Node): string | null {
  if (node.type !== 'TemplateLiteral') return null;
  const [first, last, ...more] = (node['quasis'] as { value: { raw: string } }[]).map(({ value }) => value.raw);
  return first === '' && more.length === 0 && last && /^\.\w+$/.test(last) ? last : null;
}

function collect(node: Node, whole: Set<string>, beginnings: Set<string>): void {
  if (node.type === 'Literal' && typeof node['value'] === 'string') whole.add(node['value']);
  if (node.type === 'TemplateLiteral') {
    const [first] = node['quasis'] as { value: { raw: string } }[];
    if (first) (isNode((node['expressions'] as unknown[])[0]) ? beginnings : whole).add(first.value.raw);
  }
  // 'reason.' + code
  if (node.type === 'BinaryExpression' && node['operator'] === '+' && isNode(node['left'])) {
    const { value } = node['left'] as { value?: unknown };
    if (typeof value === 'string') beginnings.add(value);
  }
}
