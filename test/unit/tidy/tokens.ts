import { createScanner, LanguageVariant, type Scanner, SyntaxKind } from 'typescript/unstable/ast';

export interface Token {
  kind: SyntaxKind;
  /** As written; of a string its content. */
  text: string;
  isString: boolean;
  line: number;
}

/** Tokens behind which a `/` divides; behind anything else it opens a regular expression. */
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
 * The words of a file without its comments, by the compiler's own scanner. It has no grammar, so slashes and the
 * braces of templates are told apart here.
 */
export function tokensOf(text: string, path = 'file.ts'): readonly Token[] {
  const kept = known.get(path);
  if (kept?.text === text) return kept.tokens;
  const tokens = scan(text, path);
  known.set(path, { text, tokens });
  return tokens;
}

/** Each file is scanned once, however many rules look at it. */
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

/** `depths` holds, for each template that is open, how many braces are open inside its substitution. */
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

/** Line numbers of positions that only grow. */
function lineCounter(text: string): (position: number) => number {
  let line = 1;
  let end = text.indexOf('\n');
  return (position) => {
    for (; end !== -1 && end < position; end = text.indexOf('\n', end + 1)) line += 1;
    return line;
  };
}
