import { isCode, pick, type Sources } from './sources.ts';
import { type Token, tokensOf } from './tokens.ts';

/** What is banned, as tokens; the remedy for each. `*` stands for any one token. */
const BANNED: readonly { tokens: readonly string[]; remedy: string }[] = [
  { tokens: ['Date', '.', 'now'], remedy: 'take the injected Clock' },
  { tokens: ['new', 'Date', '(', ')'], remedy: 'take the injected Clock' },
  { tokens: ['new', 'Date', ';'], remedy: 'take the injected Clock' },
  { tokens: ['Math', '.', 'random'], remedy: 'take the injected randomness' },
  { tokens: ['console', '.', '*'], remedy: 'take the injected Logger' },
];

/** Where the time of day and the console come from. */
const CLOCKS = ['server/lib/', 'renderer/client/clock.ts'];

/** Uses of the time of day, of randomness and of the console outside of `server/lib`. */
export function bannedCalls(sources: Sources): string[] {
  const watched = (path: string): boolean =>
    isCode(path) && /^(?:main|server|models|renderer)\//.test(path) && !CLOCKS.some((clock) => path.startsWith(clock));
  return pick(sources, watched).flatMap(([path, text]) => {
    const tokens = tokensOf(text, path);
    return tokens.flatMap((token, i) =>
      BANNED.filter((banned) => begins(tokens, i, banned.tokens)).map(
        (banned) => `${path}:${token.line}: ${banned.tokens.slice(0, 3).join('')} is banned here: ${banned.remedy}`,
      ),
    );
  });
}

function begins(tokens: readonly Token[], start: number, wanted: readonly string[]): boolean {
  if (tokens[start - 1]?.text === '.') return false;
  return wanted.every((text, i) => {
    const token = tokens[start + i];
    return token !== undefined && !token.isString && (text === '*' || token.text === text);
  });
}
