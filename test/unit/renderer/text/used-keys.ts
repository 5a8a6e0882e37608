import { isNode, type Node, type Parsed, walk } from './sources.ts';

const PLURAL = /\.(?:zero|one|two|few|many|other)$/;

/**
 * Keys that no code can ask for: neither the key (or its stem, for plurals) stands in it as a text, nor the beginning of one that is put
 * together from data (`status.` of `status.${status}`).
 */
export function unusedKeys(keys: readonly string[], code: readonly Parsed[]): string[] {
  const whole = new Set<string>();
  const beginnings = new Set<string>();
  for (const { program } of code) {
    const own = new Set<string>();
    let groups = false;
    walk(program, (node) => {
      collect(node, own, beginnings);
      groups ||= isGroupAndName(node);
    });
    for (const text of own) {
      whole.add(text);
      if (groups) beginnings.add(`${text}.`);
    }
  }
  const begun = [...beginnings].filter((text) => /^\w+\.[\w.]*$/.test(text));
  return keys.filter((key) => {
    const stem = key.replace(PLURAL, '');
    return !whole.has(key) && !whole.has(stem) && !begun.some((text) => key.startsWith(text));
  });
}

/** `${group}.${name}`: any text of the same file may be the group. */
function isGroupAndName(node: Node): boolean {
  if (node.type !== 'TemplateLiteral') return false;
  const texts = (node['quasis'] as { value: { raw: string } }[]).map(({ value }) => value.raw);
  return texts.length === 3 && texts.join('') === '.' && texts[1] === '.';
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
