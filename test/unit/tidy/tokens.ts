import { createScanner, LanguageVariant, type Scanner, SyntaxKind } from 'typescript/unstable/ast';

export interface Token {
  kind: SyntaxKind;
  /** As written; the content of a string. */
  text: string;
  isString: boolean;
  line: number;
}

/** Tokens after which a `/` divides; after any other it opens a regular expression. */
const ENDS_OPERAND = new Set([
  SyntaxKind.Identifier,
  SyntaxKind.NumericLiteral,
  SyntaxKind.BigIntLiteral,
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateTail,
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.ThisKeyword,
]);

const STRINGS = new Set([SyntaxKind.StringLiteral, SyntaxKind.NoSubstitutionTemplateLiteral]);

/**
 * The words of a file without its comments, from the compiler's own scanner. The scanner has no grammar, so this code
 * distinguishes slashes and the braces of templates.
 */
export function tokensOf(text: string, path = 'file.ts'): readonly Token[] {
  const kept = known.get(path);
  if (kept?.text === text) return kept.tokens;
  const tokens = scan(text, path);
  known.set(path, { text, tokens });
  return tokens;
}

/** Each file is scanned only once, however many rules use it. */
const known = new Map<string, { text: string; tokens: readonly Token[] }>();

function scan(text: string, path: string): Token[] {
  const variant = path.endsWith('x') ? LanguageVariant.JSX : LanguageVariant.Standard;
  const scanner = createScanner(true, variant, text);
  const lineAt = lineCounter(text);
  const tokens: Token[] = [];
  const depths: number[] = [];
  for (;;) {
    const kind = refine(scanner, scanner.scan(), tokens.at(-1)?.kind, depths);
    if (kind === SyntaxKind.EndOfFile) return tokens;
    const isString = STRINGS.has(kind);
    const shown = isString ? scanner.getTokenValue() : scanner.getTokenText();
    tokens.push({ kind, text: shown, isString, line: lineAt(scanner.getTokenStart()) });
  }
}

/** `depths` contains the number of open braces inside the substitution of each open template. */
function refine(scanner: Scanner, kind: SyntaxKind, before: SyntaxKind | undefined, depths: number[]): SyntaxKind {
  if (kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken) {
    return before !== undefined && ENDS_OPERAND.has(before) ? kind : scanner.reScanSlashToken();
  }
  const top = depths.length - 1;
  const depth = depths[top];
  if (kind === SyntaxKind.TemplateHead) depths.push(0);
  if (depth === undefined) return kind;
  if (kind === SyntaxKind.OpenBraceToken) depths[top] = depth + 1;
  if (kind !== SyntaxKind.CloseBraceToken) return kind;
  if (depth > 0) {
    depths[top] = depth - 1;
    return kind;
  }
  const piece = scanner.reScanTemplateToken(false);
  if (piece === SyntaxKind.TemplateTail) depths.pop();
  return piece;
}

/** Line numbers of positions that only increase. */
function lineCounter(text: string): (position: number) => number {
  let line = 1;
  let end = text.indexOf('\n');
  return (position) => {
    for (; end !== -1 && end < position; end = text.indexOf('\n', end + 1)) line += 1;
    return line;
  };
}
