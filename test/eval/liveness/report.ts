import { type Share, shareOf } from '../rates.ts';
import { table } from '../report.ts';
import type { LivenessReport } from './measure.ts';

const TITLES: Record<keyof LivenessReport['attacks'], string> = {
  flat: 'flat photographs, tilted',
  bent: 'bent photographs, tilted',
  swapped: 'photographs of turned heads, swapped',
  wrong_order: 'recordings of another order (simulated from measured frames)',
  frozen: 'one frozen picture',
  repeated: 'the same frames in a loop',
  right_order: 'a recording that happens to have the right order: expected to be accepted',
  soundboard: 'a clip for each move, played when asked: expected to be accepted',
};

/** The tables of liveness, aligned, for a person. Intervals are Wilson's, of 95 %; presentations that share a person are not independent. */
export function livenessTable({ attacks, drawn_heads, turns, replay, ...report }: LivenessReport): string[] {
  const lines = table([
    [
      `attacks on liveness, ${report.people} people, seed ${report.seed}, ${report.method_version}`,
      'accepted',
      'of',
      '95 % (Wilson)',
      'people',
    ],
    ...Object.entries(attacks).map(([kind, attack]) => [
      TITLES[kind as keyof typeof TITLES],
      ...cells(attack),
      String(attack.people),
    ]),
    ['drawn heads that do as asked', ...cells(drawn_heads), String(drawn_heads.people)],
  ]);
  lines.push(`portraits left out, because no single face looks ahead: ${report.unusable}`);
  if (turns) lines.push(...turnLines(turns));
  lines.push(
    `A recording that is played again: ${replay.sequences} orders are drawn, the most frequent ${replay.most_likely} times in ${replay.of}; ` +
      `the chance is 1 in ${replay.sequences} an attempt (${replay.chance_percent} %), ${replay.three_attempts_percent} % in three.`,
  );
  return lines;
}

function turnLines({ clips, moves, never_ahead, false_moves }: NonNullable<LivenessReport['turns']>): string[] {
  const refused = moves.filter(({ passed }) => !passed);
  const share = shareOfMoves(refused.length, moves.length);
  return [
    `genuine turns, faces enlarged to 210 pixels: ${clips.length} people in clips; ${moves.length - refused.length} of ${moves.length} horizontal moves pass${share}`,
    ...moves.map(
      ({ clip, move, frames, passed }) => `  ${clip}: ${move}, ${frames} frames, ${passed ? 'passes' : 'refused'}`,
    ),
    ...never_ahead.map((clip) => `  ${clip}: never looks ahead, not judged`),
    `  moves that were seen where there is none: ${false_moves}`,
  ];
}

function shareOfMoves(refused: number, of: number): string {
  if (of === 0) return '';
  const { interval_percent } = shareOf(refused, of);
  return `; refused ${refused} (95 % interval ${interval_percent?.[0]} to ${interval_percent?.[1]} %, Wilson)`;
}

function cells({ count, of, interval_percent }: Share): string[] {
  return [
    String(count),
    String(of),
    interval_percent === null ? '-' : `${interval_percent[0]} to ${interval_percent[1]} %`,
  ];
}
