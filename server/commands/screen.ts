import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { refusedQuery, screenQuery } from '../api/screen-query.ts';
import { parsePart } from '../api/validate.ts';
import type { Appliance } from '../appliance/appliance.ts';
import { searchByOffices } from '../checks/ruled-out.ts';
import { thresholdRules } from '../checks/thresholds.ts';
import type { Hit } from '../checks/types.ts';
import { screeningQuerySchema } from '../contract/screenings.ts';
import { AppError } from '../lib/errors.ts';
import { given } from '../lib/given.ts';
import { type CommandIo, invalidCommand } from './io.ts';
import { faultsOf, type Screen, screenFile } from './screen-file.ts';

export const SCREEN_USAGE = `custos screen NAME [--dob DATE] [--country CC] [--type person|entity|vessel|aircraft] [--list CODE]
  [--topic TOPIC] [--threshold 0.5..1] [--json]
custos screen --file NAMES.csv [the same filters] [--json]   columns: name (or first_name, last_name), dob, gender,
  country, type, identifier, address. Dates of birth: YYYY-MM-DD, or the known part: YYYY-MM, YYYY, YYYY/YYYY`;

const OPTIONS = {
  file: { type: 'string' },
  dob: { type: 'string' },
  country: { type: 'string', multiple: true },
  type: { type: 'string' },
  list: { type: 'string', multiple: true },
  topic: { type: 'string', multiple: true },
  threshold: { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof readOptions>['values'];

const readOptions = (args: string[]) => parseArgs({ args, allowPositionals: true, options: OPTIONS });

/** `custos screen`: searches the lists for one name, or for each row of a CSV file. Stores nothing. */
export async function screenCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readOptions(args);
  if ((values.file === undefined) === (positionals.length === 0)) {
    throw invalidCommand(`Give one person or company, or a file. Use:\n${SCREEN_USAGE}`);
  }
  if (values.file !== undefined && (values.dob !== undefined || values.country !== undefined)) {
    throw invalidCommand('With --file, give birth dates and countries in the columns dob and country.');
  }
  if (!(await appliance.watchlists.whenReady())) {
    throw new AppError(
      'lists_not_ready',
      'The watchlists could not be loaded. See the log in the data folder for the cause.',
    );
  }
  const screen = makeScreen(appliance, values);
  if (values.file !== undefined) return screenFile(screen, resolve(io.cwd, values.file), values.json === true, io);
  screenOne(screen, { ...subjectOf(values), name: positionals.join(' ') }, values.json === true, io);
  return 0;
}

function makeScreen({ watchlists, clock, policies }: Appliance, values: Values): Screen {
  const policy = policies.current();
  const search = watchlists.current(thresholdRules(policy));
  const nowMs = clock.now();
  const lists = search.lists(nowMs);
  const byOffices = searchByOffices(search.search, policy, nowMs);
  const unknown = values.list?.find((code) => !lists.some((list) => list.code === code));
  if (unknown !== undefined) {
    throw invalidCommand(`${unknown} is not the code of an active list. Run "custos lists show" to see the codes.`);
  }
  const filters = filtersOf(values);
  const { items: wrong } = parsePart(screeningQuerySchema, { name: 'anybody', ...filters }, []);
  if (wrong) throw invalidCommand(faultsOf(wrong));
  return (query) => {
    const { data, items } = parsePart(screeningQuerySchema, { ...query, ...filters }, []);
    return items ? refusedQuery(items) : screenQuery(byOffices, lists, data, policy);
  };
}

const filtersOf = ({ type, list, topic, threshold }: Values): object =>
  given({ type, lists: list, topics: topic, threshold: threshold === undefined ? undefined : Number(threshold) });

const subjectOf = ({ dob, country }: Values): object => given({ dob, countries: country });

function screenOne(screen: Screen, query: object, json: boolean, io: CommandIo): void {
  const result = screen(query);
  if (result.errors) throw invalidCommand(`The query is not valid. ${faultsOf(result.errors)}`);
  if (json) {
    io.out(`${JSON.stringify(result)}\n`);
    return;
  }
  for (const hit of result.hits) io.out(describeHit(hit));
  for (const { message } of result.findings) io.out(`${message}\n`);
  if (result.passed) io.out(`No hit on ${result.lists.join(', ')}.\n`);
}

/** Describes a hit: one line, followed by what made up its score. */
function describeHit({ score, strength, entity, list, matched_name, features, ruled_out }: Hit): string {
  const first = `${score.toFixed(4)}  ${strength}  ${entity.name}  ${list.code} ${list.version}  ${entity.id}`;
  const lines = features.map(({ name, query, candidate, agreement, rule, contribution = 0 }) => {
    const points = `${contribution < 0 ? '-' : '+'}${Math.abs(contribution).toFixed(4)}`;
    const why = agreement ?? rule;
    const what = why === undefined ? name : `${name} (${why})`;
    return `  ${points}  ${what}: ${query || '(none)'} / ${candidate || '(none)'}`;
  });
  const media = (entity.media ?? []).map(
    ({ source, date, title, passage }) =>
      `  reported: ${[source, date, title, passage].filter((part) => part !== undefined).join(', ')}`,
  );
  const byName = matched_name === entity.name ? [] : [`  matched name: ${matched_name}`];
  const ruledOut = ruled_out === undefined ? [] : [`  ruled out: ${ruled_out.explanation}`];
  return `${[first, ...byName, ...lines, ...media, ...ruledOut].join('\n')}\n`;
}
