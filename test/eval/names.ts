import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ALGORITHM_VERSION } from '../../server/names/version.ts';
import { type BirthsReport, measureBirths } from './names/births.ts';
import {
  type CasesReport,
  type IdentifiersReport,
  measureIdentifiers,
  measureJaroWinkler,
  measureLegalForms,
  measureTransliteration,
} from './names/cases.ts';
import { type CrossScriptReport, measureCrossScript } from './names/cross-script.ts';
import {
  type ChecksReport,
  type Counts,
  type LabelledReport,
  measureChecks,
  measureLabelled,
} from './names/labelled.ts';
import { loadCorpusLists } from './names/lists.ts';
import { measureNoise, type NoiseReport } from './names/noise.ts';
import { measureOtherScripts, type OtherScriptsReport } from './names/other-scripts.ts';
import { type CurvePoint, measurePartNames } from './names/part-names.ts';
import { percent, THRESHOLD } from './names/rows.ts';
import { WRONG_CROSS_SCRIPT, WRONG_IDENTIFIERS, WRONG_PAIRS } from './names/wrong-labels.ts';

const USAGE = 'Usage: npm run eval:names -- [--corpus DIR] [--seed N]';
const NO_CORPUS =
  'No corpus: name a folder with --corpus DIR or CUSTOS_CORPUS. It holds names/ with pairs_labelled.csv and others.';
const SEED = 20_260_101;
const LISTED_MAX = 40;
/** The number of misses shown for each kind of query by a part of the name. */
const MISSED_MAX = 8;

/**
 * Measures the reading and scoring of names on pairs and cases with known answers. Prints sections for a person and, as the last line, one JSON
 * object. It reports and skips files that the corpus lacks. Exit status 2: wrong arguments, or no corpus (0 in CI).
 */
async function main(): Promise<number> {
  const options = readOptions();
  if (!options) return 2;
  const { corpus, seed } = options;
  if (corpus === null || !existsSync(corpus)) {
    say(corpus === null ? NO_CORPUS : `There is no folder ${corpus}. ${NO_CORPUS}`);
    return process.env['CI'] && corpus === null ? 0 : 2;
  }
  using loaded = await loadCorpusLists(corpus);
  const lists = loaded && loaded.lists.length > 0 ? loaded : null;
  const report = {
    algorithm_version: ALGORITHM_VERSION,
    threshold: THRESHOLD,
    pairs: section('Labelled pairs', 'pairs_labelled.csv', measureLabelled(corpus), sayLabelled),
    cross_script: section(
      'Names in two scripts',
      'crossscript_pairs.csv',
      measureCrossScript(corpus, seed),
      sayCrossScript,
    ),
    entity_checks: section('Entity checks, names alone', 'entity_checks.json', measureChecks(corpus), sayChecks),
    identifiers: section('Identifiers', 'identifier_validation.csv', measureIdentifiers(corpus), sayIdentifiers),
    legal_forms: section('Legal forms', 'legal_form_cases.csv', measureLegalForms(corpus), sayCases),
    transliteration: section('Transliteration', 'translit_cases.csv', measureTransliteration(corpus), sayKinds),
    list_noise: section(
      'People against the sanctions lists',
      'lists/',
      lists && measureNoise(lists, corpus, seed),
      sayNoise,
    ),
    part_names: section(
      'Part names: found against noise',
      'lists/',
      lists && measurePartNames(lists, corpus, seed),
      sayCurve,
    ),
    other_scripts: section(
      'People on no list in other scripts',
      'lists/',
      lists && measureOtherScripts(lists, corpus, seed),
      sayOtherScripts,
    ),
    births: section('Birth dates as they are known', 'lists/', lists && measureBirths(lists, corpus, seed), sayBirths),
    jaro_winkler: section('Jaro-Winkler', 'string_metric_vectors.csv', measureJaroWinkler(corpus), sayCases),
    judged_wrong: [...WRONG_PAIRS, ...WRONG_CROSS_SCRIPT, ...WRONG_IDENTIFIERS],
  };
  say(JSON.stringify(report));
  return 0;
}

function readOptions(): { corpus: string | null; seed: number } | null {
  try {
    const { values } = parseArgs({ options: { corpus: { type: 'string' }, seed: { type: 'string' } } });
    if (values.seed !== undefined && !/^[1-9]\d{0,8}$/.test(values.seed))
      throw new Error('--seed must be a whole number.');
    return { corpus: values.corpus ?? (process.env['CUSTOS_CORPUS'] || null), seed: Number(values.seed ?? SEED) };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : 'Unknown argument'} ${USAGE}\n`);
    return null;
  }
}

function section<Report>(
  title: string,
  file: string,
  report: Report | null,
  print: (report: Report) => void,
): Report | null {
  say(`${title} (${file})`);
  if (report === null) say('  The corpus has no such file.');
  else print(report);
  say('');
  return report;
}

function sayLabelled({ all, judged, left_out, by_category, reliability, wrong }: LabelledReport): void {
  say(`  all: ${counts(all)}`);
  say(`  without ${left_out} judged wrongly labelled: ${counts(judged)}`);
  for (const [category, found] of Object.entries(by_category)) say(`    ${category}: ${counts(found)}`);
  for (const { from, to, pairs, mean_score, share_same } of reliability)
    say(
      `    scores ${from} to ${to}: ${percent(share_same)} of ${pairs} are the same, mean score ${mean_score ?? '-'}`,
    );
  list(wrong);
  for (const { query, candidate, reason } of WRONG_PAIRS) say(`  judged wrong: ${query} | ${candidate}: ${reason}`);
}

function counts({ pairs, hits_right, hits_wrong, missed, precision, recall, f1 }: Counts): string {
  const rates = `precision ${precision ?? '-'}, recall ${recall ?? '-'}, F1 ${f1 ?? '-'}`;
  return `${rates} (${pairs} pairs: ${hits_right} found, ${missed} missed, ${hits_wrong} false)`;
}

function sayCrossScript({ seed, all, by_script }: CrossScriptReport): void {
  say(`  random pairs drawn with seed ${seed}; found without those judged wrong in brackets`);
  for (const [script, scores] of [...Object.entries(by_script), ['all', all] as const]) {
    const found = `${percent(scores.share_found)} (${percent(scores.judged_share_found)}) of ${scores.pairs}`;
    say(`    ${script}: found ${found}, random ${percent(scores.share_random_above)} of ${scores.random_pairs}`);
  }
  for (const { query, candidate, reason } of WRONG_CROSS_SCRIPT)
    say(`  judged wrong: ${query} | ${candidate}: ${reason}`);
}

function sayNoise({ seed, lists, missing, unlisted, listed }: NoiseReport): void {
  say(`  drawn with seed ${seed}, by name alone, against ${lists.reduce((sum, { names }) => sum + names, 0)} names:`);
  for (const { code, entries, names } of lists) say(`    ${code}: ${entries} entries, ${names} names`);
  for (const { code, reason } of missing) say(`    ${code} is missing: ${reason}`);
  for (const [table, found] of Object.entries(unlisted)) {
    const without = `without ${found.namesakes} namesakes ${percent(found.share_hit_without_namesakes)}`;
    say(`  on no list, ${table}: ${percent(found.share_hit)} of ${found.people} have a possible hit, ${without}`);
    list(found.examples);
  }
  for (const [change, found] of Object.entries(listed)) {
    say(`  listed, ${change}: ${percent(found.share_found)} of ${found.people} found`);
    list(found.missed.map((name) => `missed: ${name}`));
  }
}

function sayCurve(curve: CurvePoint[]): void {
  for (const { threshold, found, found_no_middle, unlisted } of curve) {
    const noise = Object.entries(unlisted).map(([table, with_hit]) => `${table} ${percent(with_hit)}`);
    say(
      `  from ${threshold}: found by first given name and first surname ${percent(found)}, without middle names ${percent(found_no_middle)}; on no list ${noise.join(', ')}`,
    );
  }
}

function sayOtherScripts({ seed, all, by_table }: OtherScriptsReport): void {
  say(`  drawn with seed ${seed}, by name alone: ${percent(all.share_hit)} of ${all.people} have a possible hit`);
  for (const [table, { people, share_hit, by_script, examples }] of Object.entries(by_table)) {
    say(`  ${table}: ${percent(share_hit)} of ${people}`);
    const scripts = Object.entries(by_script).map(([script, found]) => `${script} ${found.hit} of ${found.people}`);
    say(`    ${scripts.join(', ')}`);
    list(examples);
  }
}

function sayBirths({ part_names, unlisted }: BirthsReport): void {
  for (const [known, { people, share_found, missed }] of Object.entries(part_names)) {
    say(
      `  first given name and first surname of ${people} listed people, known of the birth: ${known}: ${percent(share_found)} found`,
    );
    list(missed.slice(0, MISSED_MAX).map((name) => `missed: ${name}`));
  }
  for (const [table, found] of Object.entries(unlisted)) {
    const shares = Object.entries(found).map(([known, { share_found }]) => `${known} ${percent(share_found)}`);
    say(`  on no list, ${table}, with a hit by what is known of a birth drawn at random: ${shares.join(', ')}`);
  }
}

function sayChecks({ checks, right, accuracy, wrong }: ChecksReport): void {
  say(`  ${right} of ${checks} right (${percent(accuracy)})`);
  list(wrong);
}

function sayCases({ cases, right, share_right, wrong, unknown }: CasesReport): void {
  say(`  ${right} of ${cases} right (${percent(share_right)})`);
  list(wrong.map((what) => `wrong: ${what}`));
  list(unknown.map((what) => `no rule: ${what}`));
}

function sayIdentifiers(report: IdentifiersReport): void {
  const { cases, right, share_right } = report.judged;
  sayCases(report);
  say(`  without ${report.cases - cases} judged wrong: ${right} of ${cases} right (${percent(share_right)})`);
  for (const { type, value, reason } of WRONG_IDENTIFIERS) say(`  judged wrong: ${type} ${value}: ${reason}`);
}

function sayKinds(kinds: Record<string, CasesReport>): void {
  for (const [kind, report] of Object.entries(kinds)) {
    say(`  ${kind}:`);
    sayCases(report);
  }
}

function list(items: readonly string[]): void {
  for (const item of items.slice(0, LISTED_MAX)) say(`    ${item}`);
  if (items.length > LISTED_MAX) say(`    and ${items.length - LISTED_MAX} more, in the last line`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

process.exitCode = await main();
