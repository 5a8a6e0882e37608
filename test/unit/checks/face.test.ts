import { describe, expect, test } from 'vitest';
import type { Proof } from '../../../models/liveness/types.ts';
import { checkFace, type FaceInput, facesToCompare } from '../../../server/checks/face.ts';
import { type ChosenPlace, facesChosen } from '../../../server/checks/face-choices.ts';
import { checkLiveness, joinProofs } from '../../../server/checks/liveness.ts';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import { turnShare } from '../../../server/checks/read/box-share.ts';
import type { LivenessProof } from '../../../server/checks/types.ts';
import { codesOf, face, faceReading, portrait, selfie } from './samples.ts';

/** Each sample's embedding is one number; the nearer two numbers are, the more similar the faces. */
const cosine = ([a = 0]: number[], [b = 0]: number[]) => Math.min(0.99, 1 - Math.abs(a - b));
const compare = cosine;
const { match_from, review_from } = POLICY_V1.face;

function check(more: Partial<FaceInput> = {}) {
  return checkFace({
    consent: true,
    selfies: [selfie(face(1))],
    portraits: [portrait(face(1))],
    compare,
    cosine,
    policy: POLICY_V1,
    ...more,
  });
}

describe('where the faces are', () => {
  const size = { width: 1000, height: 500 };
  const laid = { size, turn: 0 } as const;

  test('each that was found, in shares of its picture as it was turned, and which two the score is of', () => {
    const stranger = { ...selfie(face(0.4, 100)), document_id: 'doc_other', laid };
    const { faces } = check({
      selfies: [{ ...selfie(face(1, 200), face(0.2, 60)), laid: { size, turn: 90 } }, stranger],
      portraits: [{ ...portrait(face(1, 150)), laid }],
    });
    expect(faces).toMatchObject([
      { document_id: 'doc_passport', of: 'reference', compared: true },
      { document_id: 'doc_selfie', of: 'selfie', turn: 90, compared: false, box: { width: 0.4, height: 0.2 } },
      { document_id: 'doc_selfie', of: 'selfie', compared: false },
      { document_id: 'doc_other', of: 'selfie', compared: true, box: { width: 0.1, height: 0.2 } },
    ]);
    expect(faces?.[0]).not.toHaveProperty('turn');
  });

  test('also where none was compared, and never where no face was looked for', () => {
    const portraits = [{ ...portrait(face(1)), laid }];
    expect(check({ selfies: [], portraits }).faces).toMatchObject([{ of: 'reference', compared: false }]);
    expect(check({ consent: false, portraits })).not.toHaveProperty('faces');
  });
});

describe('face', () => {
  test('the same person', () => {
    const model = { name: 'sample', version: '1' };
    expect(check()).toEqual({ passed: true, findings: [], score: 0.99, threshold: match_from, review_from, model });
    expect(check({ consent: null }).passed).toBe(true);
  });

  test.each([
    [match_from, true, []],
    [match_from - 0.001, false, ['faces_grey_band']],
    [review_from, false, ['faces_grey_band']],
    [review_from - 0.001, false, ['faces_differ']],
    [0, false, ['faces_differ']],
  ])('score %f', (score, passed, codes) => {
    const result = check({ compare: () => score });
    expect(result).toMatchObject({ passed, score });
    expect(codesOf(result)).toEqual(codes);
  });

  test.each<[string, Partial<FaceInput>, Partial<FaceInput>]>([
    ['consent_refused', { consent: false }, { consent: null }],
    ['selfie_missing', { selfies: [] }, {}],
    ['face_selfie_not_found', { selfies: [selfie()] }, {}],
    ['face_selfie_not_found', { selfies: [selfie(face(1, 200, 0.49))] }, { selfies: [selfie(face(1, 200, 0.5))] }],
    ['face_portrait_not_found', { portraits: [] }, {}],
    ['face_portrait_not_found', { portraits: [portrait()] }, {}],
    ['face_portrait_not_found', { portraits: [{ ...portrait(), reading: null }] }, {}],
    ['face_too_small', { portraits: [portrait(face(1, 39))] }, { portraits: [portrait(face(1, 40))] }],
    ['face_too_small', { selfies: [selfie(face(1, 39))] }, { selfies: [selfie(face(1, 40))] }],
  ])('%s: no comparison, so no verdict', (code, faulty, sound) => {
    expect(check(faulty)).toMatchObject({ passed: null, score: null, findings: [{ code }] });
    expect(check(sound)).toMatchObject({ passed: true, findings: [] });
  });

  test.each<[string, Partial<FaceInput>, string[]]>([
    ['no face', { selfies: [selfie(face(1, 200, 0.419))] }, ['0.41', '0.5']],
    ['no face at all', { selfies: [selfie()] }, ['best score 0;', '0.5']],
    ['no portrait', { portraits: [portrait(face(1, 200, 0.3))] }, ['0.3', '0.5']],
    ['no document', { portraits: [] }, ['best score 0;', '0.5']],
    ['a tiny face', { selfies: [selfie(face(1, 31))] }, ['31x31', '40x40']],
    ['several', { selfies: [selfie(face(1, 200), face(0, 180), face(0, 20))] }, ['3 faces', '1.23 times', '2 times']],
    ['others', { selfies: [selfie(face(1, 200), face(0, 100))] }, ['2 faces', '4 times']],
    ['on a document', { portraits: [portrait(face(1, 200), face(0, 150))] }, ['2 faces', '1.77 times']],
  ])('%s: the sentence tells the number and the limit', (_, input, words) => {
    const message = check(input).findings[0]?.message ?? '';
    for (const word of words) expect(message).toContain(word);
  });

  test('face_portrait_others: a second, small portrait on a document is a ghost of the first; one that is hardly smaller is reported', () => {
    const ghosts = check({ portraits: [portrait(face(0.2, 90), face(1, 200), face(0.3, 141))] });
    expect(ghosts).toMatchObject({ passed: true, score: 0.99, findings: [] });
    const two = check({ portraits: [portrait(face(0.2, 90), face(1, 200), face(0.3, 142))] });
    const evidence = { faces: 3, ratio: 1.98 };
    expect(two).toMatchObject({ passed: true, score: 0.99, findings: [{ code: 'face_portrait_others', evidence }] });
    expect(POLICY_V1.severity.face_portrait_others).toBe('info');
  });

  test('the face of a selfie is the most prominent one: in the middle, and whole', () => {
    const laid = { size: { width: 1000, height: 1000 }, turn: 0 } as const;
    const at = (id: number, x: number, width: number, height = width) => ({
      ...face(id),
      box: { x, y: 500 - height / 2, width, height },
    });
    const middle = at(1, 350, 300);
    // Two thirds of the face are in the picture, and it is as high as the other one.
    const cutOff = at(0, 0, 200, 300);
    const result = check({ selfies: [{ ...selfie(cutOff, middle), laid }] });
    expect(result).toMatchObject({ score: 0.99, findings: [{ code: 'face_others_present' }] });
    // Without a position, the two would count as equal.
    expect(codesOf(check({ selfies: [{ ...selfie(at(0, 0, 250, 300), middle) }] }))).toEqual(['face_several']);
    const aside = { ...selfie(at(0, 700, 300), at(1, 350, 230)), laid };
    expect(codesOf(check({ selfies: [aside] }))).toEqual(['face_several']);
  });

  test('face_other_matches: where another face of the pictures would match, nobody fails for the one that was taken', () => {
    const several = selfie(face(0, 200), face(1, 100));
    expect(check({ selfies: [several] })).toMatchObject({
      passed: false,
      findings: [{ code: 'face_others_present' }, { code: 'face_other_matches', evidence: { faces: 3, other: 0.99 } }],
    });
    expect(codesOf(check({ selfies: [selfie(face(0, 200), face(0.2, 100))] }))).toEqual([
      'face_others_present',
      'faces_differ',
    ]);
    expect(POLICY_V1.severity.face_other_matches).toBe('review');
  });

  describe('a face that a person chose', () => {
    const laid = { size: { width: 1000, height: 500 }, turn: 0 } as const;
    const left = face(0, 200);
    const right = { ...face(1, 180), box: { x: 500, y: 100, width: 180, height: 180 } };
    const two = { ...selfie(left, right), laid };
    const there = { x: 0.51, y: 0.21, width: 0.18, height: 0.36 };
    const chosen = (place: ChosenPlace, id = 'doc_selfie') => new Map([[id, place]]);

    test('is compared in the place of the one that the appliance takes, wherever the picture was turned to', () => {
      expect(codesOf(check({ selfies: [two] }))).toEqual(['face_several']);
      const result = check({ selfies: [two], chosen: chosen({ box: there }) });
      expect(result).toMatchObject({ passed: true, score: 0.99, findings: [] });
      expect(result.faces?.map(({ compared }) => compared)).toEqual([false, true]);
      const turned = { box: turnShare(there, 0, 90), turn: 90 } as const;
      expect(check({ selfies: [two], chosen: chosen(turned) })).toMatchObject({ passed: true, score: 0.99 });
      expect(
        facesToCompare({ selfies: [two], portraits: [], chosen: chosen({ box: there }), policy: POLICY_V1 }),
      ).toMatchObject([{ embedding: [1] }]);
    });

    test('face_chosen_lost: is not replaced by another one where it is not found any more', () => {
      const box = { x: 0.8, y: 0.7, width: 0.18, height: 0.36 };
      const result = check({ selfies: [two], chosen: chosen({ box }) });
      expect(result).toMatchObject({ passed: null, score: null, findings: [{ code: 'face_chosen_lost' }] });
      const small = { ...selfie({ ...right, box: { x: 500, y: 100, width: 39, height: 39 } }), laid };
      const onIt = chosen({ box: { x: 0.5, y: 0.2, width: 0.039, height: 0.078 } });
      expect(codesOf(check({ selfies: [small], chosen: onIt }))).toEqual(['face_too_small']);
    });

    test('of a document decides which of its sides is compared', () => {
      const back = { ...portrait(face(1, 90)), document_id: 'doc_back', side: 'back' as const, laid };
      const portraits = [{ ...portrait(face(0.2, 200)), laid }, back];
      expect(check({ portraits })).toMatchObject({ passed: false });
      const box = { x: 0, y: 0, width: 0.09, height: 0.18 };
      expect(check({ portraits, chosen: chosen({ box }, 'doc_back') })).toMatchObject({ passed: true, score: 0.99 });
    });

    test('faces_chosen_differ: fails nobody, or the reviewer who chose the face would', () => {
      const box = { x: 0, y: 0, width: 0.2, height: 0.4 };
      expect(codesOf(check({ selfies: [{ ...selfie(left), laid }] }))).toEqual(['faces_differ']);
      const result = check({ selfies: [two], chosen: chosen({ box }) });
      expect(result).toMatchObject({ passed: false, findings: [{ code: 'faces_chosen_differ' }] });
      expect(POLICY_V1.severity.faces_chosen_differ).toBe('review');
      expect(POLICY_V1.severity.face_chosen_lost).toBe('review');
    });
  });

  test('the faces to compare are those of the comparison, without a portrait that may lie turned', () => {
    const [one, other] = [selfie(face(1)), selfie(face(2, 20))];
    const pictures = { selfies: [one, other], portraits: [portrait(face(3, 90), face(4))], policy: POLICY_V1 };
    const faces = facesToCompare(pictures);
    expect(faces.map(({ documentId, embedding }) => [documentId, embedding])).toEqual([
      ['doc_selfie', [1]],
      ['doc_passport', [4]],
    ]);
    expect(faces[0]?.model).toEqual({ name: 'sample', version: '1' });
    const portraits = [{ ...portrait(face(4)), laidByText: false }];
    expect(facesToCompare({ ...pictures, portraits })).toHaveLength(1);
  });

  test('face_several: two people of like size; face_others_present: one clearly in front, in whatever order', () => {
    const alike = check({ selfies: [selfie(face(1, 200), face(0, 142))] });
    expect(alike).toMatchObject({ passed: null, score: null, findings: [{ code: 'face_several' }] });
    const clear = check({ selfies: [selfie(face(0, 141), face(1, 200))] });
    expect(clear).toMatchObject({ passed: true, score: 0.99, findings: [{ code: 'face_others_present' }] });
  });

  test('selfie_shows_document: one picture twice is no selfie, however alike', () => {
    const { same_picture_cosine_from } = POLICY_V1.face;
    expect(check({ cosine: () => same_picture_cosine_from })).toMatchObject({
      passed: false,
      findings: [{ code: 'selfie_shows_document', evidence: { cosine: same_picture_cosine_from } }],
    });
    expect(check({ cosine: () => same_picture_cosine_from - 0.0001 })).toMatchObject({ passed: true, findings: [] });
  });

  test('faces_small_differ: a small face that does not match is looked at, and matches as any other', () => {
    const compare = () => 0.1;
    const [small, large] = [portrait(face(1, 59)), portrait(face(1, 60))];
    expect(check({ compare, portraits: [small] })).toMatchObject({
      passed: false,
      findings: [{ code: 'faces_small_differ', evidence: { score: 0.1, side: 59, minimum: 60 } }],
    });
    expect(codesOf(check({ compare, portraits: [large] }))).toEqual(['faces_differ']);
    expect(codesOf(check({ compare: () => review_from, portraits: [small] }))).toEqual(['faces_grey_band']);
    expect(check({ portraits: [small] }).passed).toBe(true);
    expect(POLICY_V1.severity.faces_small_differ).toBe('review');
  });

  test('faces_unsure: where no text tells how the portrait lies, a score neither passes nor fails', () => {
    const portraits = [{ ...portrait(face(1)), laidByText: false }];
    for (const score of [0.1, match_from]) {
      const result = check({ portraits, compare: () => score });
      expect(result).toMatchObject({ passed: false, score, findings: [{ code: 'faces_unsure' }] });
    }
    expect(POLICY_V1.severity.faces_unsure).toBe('review');
  });

  test('selfie_turned says so and holds nothing back', () => {
    expect(check({ turn: 180 })).toMatchObject({ passed: true, findings: [{ code: 'selfie_turned' }] });
    expect(check({ turn: 0 }).findings).toEqual([]);
  });

  test('a second selfie or document never hides a wrong one', () => {
    const wrong = { ...selfie(face(0)), document_id: 'doc_wrong' };
    expect(check({ selfies: [selfie(face(1)), wrong] })).toMatchObject({
      score: 0,
      findings: [{ code: 'faces_differ', document_id: 'doc_wrong' }],
    });
    const license = { ...portrait(face(0)), type: 'driving_license' as const };
    expect(check({ portraits: [portrait(face(1)), license] }).score).toBe(0);
  });

  test('the pale second portrait on a back counts only where the front has none', () => {
    const front = { ...portrait(face(1)), type: 'national_id' as const, side: 'front' as const };
    const back = { ...front, document_id: 'doc_back', side: 'back' as const, reading: faceReading(face(0.8)) };
    expect(check({ portraits: [back, front] })).toMatchObject({ score: 0.99, findings: [] });
    expect(check({ portraits: [{ ...front, reading: faceReading() }, back] })).toMatchObject({
      score: 0.8,
    });
  });
});

describe('liveness', () => {
  const PLAIN = { selfies: [], proof: null, attended: null, policy: { liveness: { required: false } } };
  const PROOF: LivenessProof = {
    verdict: 'proven',
    reasons: [],
    document_id: 'doc_selfie',
    challenge: { id: 'c', moves: ['left', 'up', 'left'], frame_count: 90, frame_chain: '00' },
    method_version: '1',
    model: { name: 'm', version: '1' },
    frames: [],
  };
  const codes = (input: Partial<Parameters<typeof checkLiveness>[0]>): [boolean | null, string | undefined] => {
    const { passed, findings } = checkLiveness({ ...PLAIN, ...input });
    return [passed, findings[0]?.code];
  };

  test('a challenge passes if it proves a person, fails if an attack is suspected, and otherwise decides nothing', () => {
    expect(codes({ proof: PROOF })).toEqual([true, 'liveness_proven']);
    expect(codes({ proof: { ...PROOF, verdict: 'not_proven', reasons: ['jump'] } })).toEqual([
      null,
      'liveness_not_proven',
    ]);
    expect(codes({ proof: { ...PROOF, verdict: 'suspected', reasons: ['flat'] } })).toEqual([
      false,
      'liveness_suspected',
    ]);
  });

  test('without one it matters only if the policy requires it, or if the applicant asked for an operator', () => {
    const required = { liveness: { required: true } };
    expect(codes({})).toEqual([null, 'liveness_not_measured']);
    expect(codes({ policy: required })).toEqual([null, 'liveness_missing']);
    expect(codes({ policy: required, attended: 'flashing' })).toEqual([null, 'liveness_attended']);
    expect(codes({ attended: 'cannot_turn' })).toEqual([null, 'liveness_attended']);
  });

  test('both judgements must prove it, and the selfie must be the frame that looks ahead', () => {
    const judged = (verdict: Proof['verdict'], ...reasons: Proof['reasons']): Proof => ({
      verdict,
      reasons,
      methodVersion: '1',
      frontal: 0,
      proving: [],
    });
    const proven = judged('proven');
    expect(joinProofs(proven, proven, true)).toEqual({ verdict: 'proven', reasons: [], methodVersion: '1' });
    expect(joinProofs(proven, proven, false)).toMatchObject({ verdict: 'suspected', reasons: ['selfie_differs'] });
    expect(joinProofs(judged('not_proven', 'jump'), proven, true)).toMatchObject({
      verdict: 'not_proven',
      reasons: ['jump'],
    });
    expect(joinProofs(proven, judged('suspected', 'flat'), true)).toMatchObject({
      verdict: 'suspected',
      reasons: ['flat'],
    });
  });

  test('is recorded and neither passes nor fails', () => {
    const result = checkLiveness({ ...PLAIN, selfies: [selfie(face(1))] });
    expect(result).toMatchObject({
      passed: null,
      antispoof: 0.7,
      liveness: 0.6,
      findings: [{ code: 'liveness_advisory' }],
    });
  });

  test.each([
    [[]],
    [[selfie()]],
    [[{ ...selfie(), reading: null }]],
    [[selfie({ ...face(1), antispoof: null, liveness: null })]],
  ])('liveness_not_measured', (selfies) => {
    const result = checkLiveness({ ...PLAIN, selfies });
    expect(result).toMatchObject({
      passed: null,
      antispoof: null,
      liveness: null,
      findings: [{ code: 'liveness_not_measured' }],
    });
  });
});

test('of each file the newest choice counts, and one that was taken back counts no more', () => {
  const box = { x: 0, y: 0, width: 0.1, height: 0.1 };
  const other = { ...box, x: 0.5 };
  const choices = [
    { documentId: 'doc_a', face: { box } },
    { documentId: 'doc_b', face: { box } },
    { documentId: 'doc_a', face: { box: other } },
    { documentId: 'doc_b', face: null },
  ];
  expect([...facesChosen(choices)]).toEqual([['doc_a', { box: other }]]);
});
