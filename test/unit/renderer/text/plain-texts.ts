import { isNode, lineAt, type Node, type Parsed, walk } from './sources.ts';

/** Attributes that are shown or read out, of HTML and of our own components. */
const SEEN =
  /^(?:aria-(?:label|description|valuetext|roledescription|placeholder)|title|alt|placeholder|label|\w+Label|hint|caption|intro|heading|warning|optional|summary)$/;
/** Functions that show or read out their first argument. */
const TOLD = new Set(['toast', 'announce']);
const LETTERS = /\p{L}{2}/u;
/** Names and short codes are the same in every language. */
const NAME = /^(?:Custos|English|Français|[A-Z]{2,3}(?:, [A-Z]{2,3})*)$/;

/** Texts in the code that are shown or read out but that no translation reaches; one per line. */
export function plainTexts({ path, text, program }: Parsed): string[] {
  const found: string[] = [];
  const add = (node: Node, words: string): void => {
    const trimmed = words.trim();
    if (LETTERS.test(trimmed) && !NAME.test(trimmed)) found.push(`${path}:${lineAt(text, node.start)}: "${trimmed}"`);
  };
  walk(program, (node, [parent]) => {
    if (node.type === 'JSXText') add(node, String(node['value']));
    if (node.type === 'JSXExpressionContainer' && parent?.type !== 'JSXAttribute') addWords(node['expression'], add);
    if (node.type === 'JSXAttribute' && SEEN.test(nameOf(node['name']))) {
      const value = node['value'];
      addWords(isNode(value) && value.type === 'JSXExpressionContainer' ? value['expression'] : value, add);
    }
    if (node.type === 'CallExpression' && TOLD.has(nameOf(node['callee'])))
      addWords((node['arguments'] as Node[])[0], add);
  });
  return found;
}

/** The parts of an expression that contain its words. */
const SIDES: Readonly<Record<string, readonly string[]>> = {
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['left', 'right'],
};

/** The words that an expression itself yields: those of its branches and templates, not of its function arguments. */
function addWords(node: unknown, add: (node: Node, words: string) => void): void {
  if (!isNode(node)) return;
  if (node.type === 'Literal' && typeof node['value'] === 'string') add(node, node['value']);
  if (node.type === 'TemplateLiteral') {
    for (const part of node['quasis'] as Node[]) add(part, (part['value'] as { raw: string }).raw);
  }
  for (const side of SIDES[node.type] ?? []) addWords(node[side], add);
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : '';
}
