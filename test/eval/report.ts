import type { AllPairs, Errors, NamedPair } from './all-pairs.ts';
import type { CardFieldName, CardScores } from './cards.ts';
import type { Count, DocumentScores } from './documents.ts';
import type { DamageScores, FaceScores } from './faces.ts';
import type { Fairness } from './groups.ts';
import type { PictureReport } from './pictures.ts';
import type { PrintedScores, Tally } from './printed.ts';
import type { QualityScores } from './quality.ts';
import type { OperatingPoint, Share } from './rates.ts';

export type DocumentReport = DocumentScores & PictureReport;

export type PrintedReport = PrintedScores & PictureReport & { cpu_s_per_picture: number; quality: QualityScores };

export type FaceReport = FaceScores &
  PictureReport & {
    set: string;
    /** Files without a detected face. */
    no_face: string[];
    /** Processor time of this machine, including opening the picture. */
    cpu_ms_per_picture: number;
    all_pairs: AllPairs;
    damages: DamageReport[];
  } & { [Key in keyof Fairness]: Fairness[Key] | null };

/** One kind of damage, and how long it took to measure. */
export type DamageReport = DamageScores & { damage: string; seconds: number };

/** The drawn cards of one seed, as drawn and as photographed. */
export interface CardsReport {
  seed: number;
  clean: CardScores & PictureReport;
  phone: CardScores & PictureReport;
}

/** The table of printed text, aligned, for a person; below it, the values that were read incorrectly. */
export function printedTable(report: PrintedReport): string[] {
  const row = (title: string, { right, wrong, missing, of }: Tally): string[] => [
    title,
    `${right} (${percent(right / Math.max(1, of))})`,
    String(wrong),
    String(missing),
    String(of),
  ];
  const rows = (what: string, some: Record<string, Tally>): string[][] =>
    Object.entries(some).map(([name, one]) => row(`${what} ${name}`, one));
  return [
    ...table([
      ['print of real designs', 'right', 'wrong', 'missing', 'of'],
      row('print alone', report),
      ...rows('script', report.by_script),
      ...rows('type', report.by_type),
      ...rows('field', report.by_field),
      row('final values, with a zone', report.final.with_zone),
      row('final values, without', report.final.without_zone),
    ]),
    ...table([
      ['confidence', 'given', 'right'],
      ...report.reliability.map(({ from, to, given, right }) => [
        `${from} to ${to}`,
        String(given),
        given === 0 ? '-' : `${right} (${percent(right / given)})`,
      ]),
    ]),
    `types ${share(report.types)}, with the issuer ${share(report.types_with_issuers)}, sides ${share(report.sides)}, ${report.cpu_s_per_picture} CPU-s a picture`,
    ...report.misses.flatMap(({ file, field, printed, read, confidence }) =>
      read === null ? [] : [`  ${file} ${field}: "${printed}" read as "${read}" (${confidence?.toFixed(2)})`],
    ),
  ];
}

/** The table of quality, aligned, for a person; below it, each false alarm and each damage that was not reported. */
export function qualityTable({ good, false_alarms, by_finding, damages, misses }: QualityScores): string[] {
  return [
    ...table([
      ['quality', 'pictures', 'of'],
      [
        'good pictures with a false alarm',
        `${false_alarms} (${percent(false_alarms / Math.max(1, good))})`,
        String(good),
      ],
      ...Object.entries(by_finding).map(([code, count]) => [`  ${code}`, String(count), String(good)]),
      ...Object.entries(damages).map(([name, told]) => [
        `told: ${name}`,
        `${told.right} (${percent(told.right / told.of)})`,
        String(told.of),
      ]),
    ]),
    ...misses.map(
      ({ file, damage, codes }) => `  ${file}${damage ? `, ${damage}` : ''}: ${codes.join(', ') || 'nothing told'}`,
    ),
  ];
}

/** The table of documents, aligned, for a person. */
export function documentTable(report: DocumentReport): string[] {
  return table([
    ['machine-readable zones', 'right', 'of', 'share'],
    ['lines exactly right', ...cells(report.lines)],
    ['zones exactly right', ...cells(report.documents)],
    ['zones exactly right, conforming specimens', ...cells(report.conforming)],
    ['check digits right, conforming specimens', ...cells(report.check_digits)],
    ['no zone found', ...listed(report.not_found)],
    ['wrong, yet every check digit holds', ...listed(report.wrong_but_valid)],
    ['unreadable pictures', ...listed(report.unreadable)],
    ['milliseconds per picture', String(report.ms_per_picture)],
  ]);
}

/** The table of cards with one column as drawn and one as photographed; below it, the values that were read incorrectly. */
export function cardTable({ seed, clean, phone }: CardsReport): string[] {
  const row = (title: string, of: (scores: CardScores) => Count): string[] => [
    title,
    share(of(clean)),
    share(of(phone)),
  ];
  const fields = Object.keys(clean.fields) as CardFieldName[];
  const ran = (report: PictureReport): string => String(report.ms_per_picture);
  return [
    ...table([
      [`printed fields, drawn cards of seed ${seed}`, 'clean', 'phone'],
      ...fields.map((name) => row(name, (scores) => scores.fields[name])),
      row('cards with every field right', ({ cards }) => cards),
      row('accented names with their accents', ({ accents }) => accents),
      ['milliseconds per picture', ran(clean), ran(phone)],
    ]),
    ...missRows('clean', clean),
    ...missRows('phone', phone),
  ];
}

function missRows(what: string, { misses }: CardScores): string[] {
  return misses.map(
    ({ card, field, printed, read }) =>
      `  ${what} ${card} ${field}: "${printed}" read as ${read === null ? 'nothing' : `"${read}"`}`,
  );
}

function share({ right, of }: Count): string {
  return of === 0 ? '-' : `${right} of ${of} (${percent(right / of)})`;
}

/** The table of faces with one column per set. */
export function faceTable(reports: readonly FaceReport[], band: { review_from: number; match_from: number }): string[] {
  const row = (title: string, cell: (report: FaceReport) => string): string[] => [title, ...reports.map(cell)];
  return table([
    row('faces', ({ set }) => set),
    row('pairs compared: same, different', ({ same, different }) => `${same}, ${different}`),
    row('pairs left out (no face found)', ({ left_out }) => String(left_out)),
    row('pictures; without a found face', (report) => `${report.pictures}; ${report.no_face.length}`),
    row('TPR at 1 % FMR (threshold)', (report) => point(report.at_fmr_1_percent)),
    row('TPR at 0.1 % FMR (threshold)', (report) => point(report.at_fmr_0_1_percent)),
    row('equal error rate (threshold)', ({ equal_error: e }) =>
      e ? `${percent(e.rate)} (${score(e.threshold)})` : '-',
    ),
    row(`pairs inside the review band ${band.review_from}-${band.match_from}`, ({ shipped }) =>
      shipped ? percent(shipped.review_share) : '-',
    ),
    row(`true pairs below ${band.review_from}`, ({ shipped }) => String(shipped?.same_below ?? '-')),
    row(`false pairs from ${band.match_from} on`, ({ shipped }) => String(shipped?.different_above ?? '-')),
    row('all pairs: same, different; people', ({ all_pairs: all }) => `${all.same}, ${all.different}; ${all.people}`),
    row('  TPR at 0.1 % FMR', ({ all_pairs: all }) => orDash(all.tpr_at_fmr_0_1_percent, all.score_at_fmr_0_1_percent)),
    row('  TPR at 0.01 % FMR', ({ all_pairs: all }) =>
      orDash(all.tpr_at_fmr_0_01_percent, all.score_at_fmr_0_01_percent),
    ),
    row(`  false pairs from ${band.match_from} on`, ({ all_pairs: all }) => withInterval(all.false_matches)),
    row(`  true pairs below ${band.review_from}`, ({ all_pairs: all }) => withInterval(all.refusals)),
    row('  true pairs inside the review band', ({ all_pairs: all }) => withInterval(all.review)),
    row(
      'milliseconds per picture; of the processor',
      (report) => `${report.ms_per_picture}; ${report.cpu_ms_per_picture}`,
    ),
  ]);
}

/**
 * Details of one set: groups, damages, and the wrongly judged pairs by name. Intervals hold for 95 % (Wilson) of
 * independent pairs; pairs that share a person are not independent.
 */
export function faceDetails({ set, all_pairs, groups, across_groups, worst_group, damages }: FaceReport): string[] {
  const errors = ({ false_matches, refusals }: Errors): string[] => [
    withInterval(false_matches),
    withInterval(refusals),
  ];
  const pair = ({ a, b, score: value }: NamedPair): string => `${a}, ${b}: ${value.toFixed(4)}`;
  return [
    '',
    ...(groups && across_groups
      ? [
          ...table([
            [`${set}, pairs within a group`, 'pictures', 'people', 'false matches', 'true pairs refused'],
            ...groups.map((one) => [one.group, String(one.pictures), String(one.people), ...errors(one)]),
            ['across groups', '', '', ...errors(across_groups)],
            ['worst group', '', '', worst_group?.false_matches ?? '-', worst_group?.refusals ?? '-'],
          ]),
          '',
        ]
      : []),
    ...table([
      [`${set}, one picture damaged`, 'match', 'at 0.1 % FMR', 'refused', 'no face', 'false matches', 'seconds'],
      ...damages.map(
        ({ damage, matches, matches_at_fmr_0_1_percent: atFmr, refusals, no_face, false_matches, seconds }) => [
          damage,
          ...[matches, atFmr, refusals, no_face, false_matches].map((share) => (share ? withInterval(share) : '-')),
          String(seconds),
        ],
      ),
    ]),
    ...all_pairs.refused.map((one) => `  ${set}, true pair refused: ${pair(one)}`),
    ...all_pairs.matched_falsely.map((one) => `  ${set}, false pair matched: ${pair(one)}`),
  ];
}

/** `3 of 300 (1 %, 0.34 to 2.9)` */
function withInterval({ count, of, percent: share, interval_percent: interval }: Share): string {
  return interval ? `${count} of ${of} (${brief(share ?? 0)} %, ${interval.map(brief).join(' to ')})` : '-';
}

const brief = (value: number): string => String(Number(value.toPrecision(3)));

function orDash(percentage: number | null, at: number | null): string {
  return percentage === null ? '-' : `${percentage.toFixed(1)} % (${at === null ? 'none' : score(at)})`;
}

function cells({ right, of }: Count): string[] {
  return [String(right), String(of), of === 0 ? '-' : percent(right / of)];
}

function listed(files: readonly string[]): string[] {
  return [String(files.length), '', '', files.join(', ')];
}

function point(at: OperatingPoint | null): string {
  return at ? `${percent(at.tpr)} (${at.threshold === null ? 'none' : score(at.threshold)})` : '-';
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Rounded up, so a pair just under a threshold never seems to reach it. */
function score(value: number): string {
  return (Math.ceil(value * 1000) / 1000).toFixed(3);
}

/** Aligns the first column left and pads the others to one width each; the last cell of a row may have any length. */
export function table(rows: readonly string[][]): string[] {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, i) =>
    Math.max(...rows.filter((row) => row.length > i).map((row) => row[i]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
