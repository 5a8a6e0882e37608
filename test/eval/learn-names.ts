import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { must } from '../../server/lib/assert.ts';
import { readName } from '../../server/names/prepare.ts';
import { type Writing, writingOf } from '../../server/names/word.ts';
import { isLatin } from '../../server/screening/match/name-factor.ts';
import { Background, costOfWord } from './learn/background.ts';
import { type Channel, learnChannel } from './learn/channel.ts';
import { firstScore, isWord, learntScore, pairNames, pairWords } from './learn/pairs.ts';
import { halfOf, type NamedPerson, readNamedPeople } from './learn/people.ts';
import { readPlaces } from './learn/places.ts';
import { learnWorlds } from './learn/worlds.ts';
import { writeLetters, writeSounds } from './learn/write.ts';
import { loadCorpusLists } from './names/lists.ts';
import { readByCountry } from './names/noise.ts';

const USAGE = 'Usage: npm run learn-names -- --corpus DIR [--half 0|1]';
const ROUNDS = 3;
/** The most that one word may count in the letter statistics of a script. */
const TIMES_MAX = 20;

/**
 * Learns the content of `server/names/tables/learnt-*.ts` from the lists and names of a corpus, and writes these files.
 * With `--half` it learns the sounds from only one half of the people, so the other half can test them.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { corpus: { type: 'string' }, half: { type: 'string' } } });
  const corpus = values.corpus ?? process.env['CUSTOS_CORPUS'];
  if (!corpus) throw new Error(USAGE);
  using lists = must(await loadCorpusLists(corpus), 'the corpus has lists');
  const people = readNamedPeople(corpus);
  const worlds = learnWorlds(lists, people);
  const costOf = (text: string): number => Math.min(...worlds.costs.map((costs) => costOfWord(costs, text)));
  const taught = people.filter(({ id }) => values.half === undefined || halfOf(id) === Number(values.half));
  const { forward, backward } = learnSounds([...taught, ...readPlaces()], costOf);
  write('learnt-sounds', writeSounds(forward, backward));
  write('learnt-letters', writeLetters(worlds, learnRomanised(corpus, people)));
}

function write(table: string, text: string): void {
  writeFileSync(new URL(`../../server/names/tables/${table}.ts`, import.meta.url), text);
}

type Channels = Map<Writing, Channel>;

/** First guesses which words correspond, then decides by what it has learnt about them. `o`: all scripts together. */
function learnSounds(people: readonly NamedPerson[], costOf: (text: string) => number) {
  const names = people.flatMap(pairNames);
  const learn = (pairs: ReadonlyMap<Writing, Parameters<typeof learnChannel>[0]>): Channels => {
    const all = learnChannel([...pairs.values()].flat(), null);
    const own = [...pairs].map(
      ([writing, some]) => [writing, learnChannel(some, learnChannel(some, all), true)] as const,
    );
    return new Map<Writing, Channel>([...own, ['o', learnChannel([...pairs.values()].flat(), all, true)]]);
  };
  let pairs = pairWords(names, firstScore);
  let forward = learn(pairs);
  for (let round = 1; round < ROUNDS; round++) {
    pairs = pairWords(names, learntScore(forward, costOf));
    forward = learn(pairs);
  }
  const turned = new Map(
    [...pairs].map(([writing, some]) => [
      writing,
      some.map(({ from, to, weight }) => ({ from: to, to: from, weight })),
    ]),
  );
  return { forward, backward: learn(turned) };
}

/** Letter statistics of each script's words in Latin letters. */
function learnRomanised(corpus: string, people: readonly NamedPerson[]): Map<Writing, Background> {
  const tables = ['forenames_by_country.csv.gz', 'surnames_by_country.csv.gz'];
  const local = tables.flatMap((file) => [...(readByCountry(corpus, file, 'Localized Name')?.values() ?? [])].flat());
  const times = new Map<string, number>();
  const found = new Map<Writing, Background>();
  for (const name of [...people.flatMap(({ other }) => other), ...local.filter((own) => !isLatin(own))]) {
    for (const word of readName(name, 'person').flatMap(({ words }) => words)) {
      const writing = writingOf(word);
      const known = times.get(word.key) ?? 0;
      if (writing === '' || !isWord(word) || known >= TIMES_MAX) continue;
      times.set(word.key, known + 1);
      for (const own of new Set<Writing>([writing, 'o'])) {
        const background = found.get(own) ?? new Background();
        found.set(own, background);
        background.add(word.text, 1);
      }
    }
  }
  return found;
}

await main();
