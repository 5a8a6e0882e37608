import { describe, expect, test } from 'vitest';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import { type Embeddings, judgeAllPairs, scoreAllPairs } from '../eval/all-pairs.ts';
import type { FacePair } from '../eval/corpus.ts';
import { scoreDamaged, scoreFaces, scorePairs } from '../eval/faces.ts';
import { judgeGroups } from '../eval/groups.ts';
import { peopleOf } from '../eval/people.ts';
import { shareOf } from '../eval/rates.ts';
import { faceDetails, faceTable } from '../eval/report.ts';

const THRESHOLDS = { ...POLICY_V1.face, match_from: 0.9, review_from: 0.3 };

/** Faces are numbers, and the nearer two numbers are, the more similar the faces. */
const compare = (a: Float32Array, b: Float32Array): number =>
  Math.round((1 - Math.abs((a[0] ?? 0) - (b[0] ?? 0))) * 1e4) / 1e4;
const faces = (places: Record<string, number>): Embeddings =>
  new Map(Object.entries(places).map(([file, place]) => [file, Float32Array.of(place)]));
const same = (a: string, b: string): FacePair => ({ a, b, same: true });
const different = (a: string, b: string): FacePair => ({ a, b, same: false });

describe('who is who', () => {
  test('names of files tell people where the listed pairs agree with them', () => {
    const people = peopleOf(
      ['Ann_0001.jpg', 'Ann_0002.jpg', 'Bo_Li_0001.jpg'],
      [same('Ann_0001.jpg', 'Ann_0002.jpg'), different('Ann_0001.jpg', 'Bo_Li_0001.jpg')],
    );
    expect(people.told_by).toBe('names');
    expect(people.areSame('Ann_0002.jpg', 'Bo_Li_0001.jpg')).toBe(false);
    expect(people.areSame('Ann_0002.jpg', 'Ann_0001.jpg')).toBe(true);
  });

  test('where they do not, listed pairs do: true ones join people, false ones part them, and of others nothing is known', () => {
    const files = ['img_1.jpg', 'img_2.jpg', 'img_3.jpg', 'img_4.jpg', 'img_5.jpg'];
    const [one, two, three, four, five] = files as [string, string, string, string, string];
    const people = peopleOf(files, [same(one, two), same(two, three), different(three, four), different(four, five)]);
    expect(people.told_by).toBe('pairs');
    expect(people.areSame(one, three)).toBe(true);
    expect(people.areSame(four, one)).toBe(false);
    expect(people.areSame(one, five)).toBeNull();
    expect(new Set(people.person.values()).size).toBe(3);
  });

  test('a listed answer goes before a name: one wrong name in many leaves the others told by names', () => {
    const files = Array.from({ length: 40 }, (_, i) => `P${i}_1.jpg`);
    const pairs = files.slice(1).map((file) => different('P0_1.jpg', file));
    const people = peopleOf(files, [...pairs.slice(1), same('P0_1.jpg', 'P1_1.jpg')]);
    expect(people.told_by).toBe('names');
    expect(people.areSame('P1_1.jpg', 'P0_1.jpg')).toBe(true);
    expect(people.areSame('P1_1.jpg', 'P2_1.jpg')).toBe(false);
  });
});

/** Ann's pictures and Bo's. Cy's only picture looks like Ann's, and Ann's last one looks like no other. */
const PLACES = {
  'Ann_1.jpg': 0.1,
  'Ann_2.jpg': 0.12,
  'Ann_3.jpg': 0.95,
  'Bo_1.jpg': 0.5,
  'Bo_2.jpg': 0.65,
  'Cy_1.jpg': 0.15,
};
const LISTED = [same('Ann_1.jpg', 'Ann_2.jpg'), different('Ann_1.jpg', 'Bo_1.jpg')];
const PEOPLE = peopleOf(Object.keys(PLACES), LISTED);
const PAIRS = scoreAllPairs(faces(PLACES), PEOPLE, compare);

test('all pairs are made of the pictures, not the listed ones alone, and those judged wrong are named', () => {
  expect(judgeAllPairs(PAIRS, PEOPLE, THRESHOLDS)).toEqual({
    people: 3,
    people_told_by: 'names',
    same: 4,
    different: 11,
    tpr_at_fmr_0_1_percent: 25,
    tpr_at_fmr_0_01_percent: 25,
    score_at_fmr_0_1_percent: 0.98,
    score_at_fmr_0_01_percent: 0.98,
    false_matches: shareOf(2, 11),
    refusals: shareOf(2, 4),
    review: shareOf(1, 4),
    refused: [
      { a: 'Ann_1.jpg', b: 'Ann_3.jpg', score: 0.15 },
      { a: 'Ann_2.jpg', b: 'Ann_3.jpg', score: 0.17 },
    ],
    matched_falsely: [
      { a: 'Ann_2.jpg', b: 'Cy_1.jpg', score: 0.97 },
      { a: 'Ann_1.jpg', b: 'Cy_1.jpg', score: 0.95 },
    ],
  });
});

test('where a set has one kind of pair alone, there is no rate', () => {
  const places = { 'Ann_1.jpg': 0.1, 'Ann_2.jpg': 0.12 };
  const people = peopleOf(Object.keys(places), LISTED.slice(0, 1));
  const all = judgeAllPairs(scoreAllPairs(faces(places), people, compare), people, THRESHOLDS);
  expect(all).toMatchObject({ same: 1, different: 0, tpr_at_fmr_0_1_percent: null, score_at_fmr_0_01_percent: null });
  expect(all.false_matches.percent).toBeNull();
});

test('rates are of all false pairs: one of 1,890 that are as alike may be at 0.1 %, none at 0.01 %', () => {
  const strangers = Array.from({ length: 60 }, (_, i) => [`S${i}_1.jpg`, 2 * i - 0.2]);
  const places = { 'Ann_1.jpg': 0, 'Ann_2.jpg': 0.3, ...Object.fromEntries(strangers) };
  const people = peopleOf(Object.keys(places), LISTED.slice(0, 1));
  expect(judgeAllPairs(scoreAllPairs(faces(places), people, compare), people, THRESHOLDS)).toMatchObject({
    different: 1890,
    tpr_at_fmr_0_1_percent: 100,
    score_at_fmr_0_1_percent: 0.7,
    tpr_at_fmr_0_01_percent: 0,
    score_at_fmr_0_01_percent: null,
  });
});

const GROUPS = new Map([
  ['Ann_1.jpg', 'east'],
  ['Ann_2.jpg', 'east'],
  ['Cy_1.jpg', 'east'],
  ['Bo_1.jpg', 'west'],
  ['Bo_2.jpg', 'west'],
]);
const FAIRNESS = judgeGroups(PAIRS, PEOPLE, GROUPS, THRESHOLDS);

test('groups are judged by the pairs within them, the worst is named, and pictures of no group are left out', () => {
  expect(FAIRNESS).toEqual({
    groups: [
      { group: 'east', pictures: 3, people: 2, false_matches: shareOf(2, 2), refusals: shareOf(0, 1) },
      { group: 'west', pictures: 2, people: 1, false_matches: shareOf(0, 0), refusals: shareOf(0, 1) },
    ],
    across_groups: { false_matches: shareOf(0, 6), refusals: shareOf(0, 0) },
    worst_group: { false_matches: 'east', refusals: 'east' },
  });
});

test('of groups with the same share the one with fewer pairs is the worse', () => {
  const places = { 'A_1.jpg': 0, 'A_2.jpg': 0, 'B_1.jpg': 0, 'B_2.jpg': 0, 'B_3.jpg': 0 };
  const groups = new Map(Object.keys(places).map((file) => [file, file.startsWith('A') ? 'few' : 'more']));
  const people = peopleOf(Object.keys(places), []);
  const pairs = scoreAllPairs(faces(places), people, compare);
  expect(judgeGroups(pairs, people, groups, THRESHOLDS).worst_group).toEqual({ false_matches: null, refusals: 'few' });
});

const DAMAGED = scoreDamaged(
  [same('Ann_1.jpg', 'Ann_2.jpg'), same('Bo_1.jpg', 'Bo_2.jpg'), same('Ann_3.jpg', 'Ann_1.jpg')],
  { before: faces(PLACES), after: faces({ 'Ann_1.jpg': 0.15, 'Ann_3.jpg': 0.96 }) },
  PEOPLE,
  compare,
  { ...THRESHOLDS, score_at_fmr_0_1_percent: 0.1 },
);

test('a damaged picture is compared with the other as it was, and with everybody else; one without a face is neither matched nor refused', () => {
  expect(DAMAGED).toEqual({
    matches: shareOf(1, 3),
    matches_at_fmr_0_1_percent: shareOf(2, 3),
    refusals: shareOf(1, 3),
    no_face: shareOf(1, 3),
    false_matches: shareOf(1, 6),
  });
});

/** A set's report whose true pairs have these scores. */
function reportOf(set: string, scores: Parameters<typeof scoreFaces>[0]) {
  return {
    set,
    ...scoreFaces(scores, POLICY_V1.face),
    pictures: 3,
    ms_per_picture: 5,
    cpu_ms_per_picture: 7,
    unreadable: [],
    no_face: ['faceless'],
    all_pairs: judgeAllPairs(PAIRS, PEOPLE, THRESHOLDS),
    ...FAIRNESS,
    damages: [{ damage: 'crumpled', ...DAMAGED, seconds: 2 }],
  };
}

test('the table of faces shows thresholds rounded up, and a rate that could not be had', () => {
  const lines = faceTable(
    [
      reportOf('one', { same: [0.70001], different: [0.1], leftOut: 2 }),
      reportOf('two', { ...scorePairs([], faces({}), compare), same: [0.9] }),
    ],
    POLICY_V1.face,
  );
  expect(lines.find((line) => line.startsWith('TPR at 0.1 %'))).toMatch(/100\.0 % \(0\.701\) +-$/);
  expect(lines.find((line) => line.startsWith('pictures; without'))).toMatch(/3; 1 +3; 1$/);
  expect(lines.find((line) => line.startsWith('  TPR at 0.01 %'))).toMatch(/25\.0 % \(0\.980\) +25\.0 % \(0\.980\)$/);
});

test('the details name the worst group, each damage and each pair that was judged wrong', () => {
  const report = reportOf('one', { same: [0.9], different: [0.1], leftOut: 0 });
  const lines = faceDetails(report);
  expect(lines.find((line) => line.startsWith('east'))).toMatch(/2 of 2 \(100 %, 34\.2 to 100\) +0 of 1 /);
  expect(lines.find((line) => line.startsWith('worst group'))).toMatch(/east +east$/);
  expect(lines.find((line) => line.startsWith('crumpled'))).toMatch(/^crumpled +1 of 3 \(33\.3 %, /);
  expect(lines).toContain('  one, true pair refused: Ann_1.jpg, Ann_3.jpg: 0.1500');
  expect(lines).toContain('  one, false pair matched: Ann_2.jpg, Cy_1.jpg: 0.9700');
  const plain = faceDetails({ ...report, groups: null, across_groups: null, worst_group: null });
  expect(plain.some((line) => line.includes('group'))).toBe(false);
});
