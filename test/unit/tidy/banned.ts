import { isCode, pick, type Sources } from './sources.ts';
import { type Token, tokensOf } from './tokens.ts';

interface Banned {
  tokens: readonly string[];
  remedy: string;
  /** Paths that begin like this may use it. */
  allowedIn: readonly string[];
}

/** The sources of the time of day and of the console. */
const CLOCKS = ['server/lib/', 'renderer/client/clock.ts'];
/** A thread that is started elsewhere could be ended inside an addon, which would end the process. A browser's worker has no addons. */
const THREADS = {
  remedy: 'start it by startThread of models/threads',
  allowedIn: ['models/threads/start.ts', 'renderer/capture/face/watcher.ts'],
};

/** The banned token sequences, with the remedy for each. `*` matches any one token. */
const BANNED: readonly Banned[] = [
  { tokens: ['Date', '.', 'now'], remedy: 'take the injected Clock', allowedIn: CLOCKS },
  { tokens: ['new', 'Date', '(', ')'], remedy: 'take the injected Clock', allowedIn: CLOCKS },
  { tokens: ['new', 'Date', ';'], remedy: 'take the injected Clock', allowedIn: CLOCKS },
  { tokens: ['Math', '.', 'random'], remedy: 'take the injected randomness', allowedIn: CLOCKS },
  // `models/pdf/empty-page.ts` listens to what pdf.js writes to the console.
  {
    tokens: ['console', '.', '*'],
    remedy: 'take the injected Logger',
    allowedIn: [...CLOCKS, 'models/pdf/empty-page.ts'],
  },
  { tokens: ['new', 'Worker'], ...THREADS },
  { tokens: ['new', '*', '.', 'Worker'], ...THREADS },
];

/** Uses of the time of day, of randomness and of the console outside `server/lib`, and threads that are started outside `models/threads`. */
export function bannedCalls(sources: Sources): string[] {
  const watched = (path: string): boolean => isCode(path) && /^(?:main|server|models|renderer)\//.test(path);
  return pick(sources, watched).flatMap(([path, text]) => {
    const tokens = tokensOf(text, path);
    return tokens.flatMap((token, i) =>
      BANNED.filter(
        ({ tokens: wanted, allowedIn }) =>
          begins(tokens, i, wanted) && !allowedIn.some((place) => path.startsWith(place)),
      ).map(
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
