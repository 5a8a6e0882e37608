import { describe, expect, test } from 'vitest';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import { checkQuality, type QualityInput } from '../../../server/checks/quality.ts';
import { codesOf, picture } from './samples.ts';

const check = (...documents: QualityInput[]) => checkQuality({ documents, policy: POLICY_V1 });
const measured = (more: Partial<NonNullable<QualityInput['measures']>>) => ({
  measures: { sharpness: 900, brightness: 150, glareShare: 0, ...more },
});

describe('quality', () => {
  test.each<[string, Partial<QualityInput>, Partial<QualityInput>, boolean]>([
    ['file_unreadable', { measures: null, damaged: true, width: null, height: null }, {}, false],
    ['file_damaged', { damaged: true }, { damaged: false }, false],
    ['image_resolution_too_low', { width: 599 }, { width: 600 }, false],
    ['image_resolution_too_low', { height: 599 }, { height: 600 }, false],
    [
      'image_resolution_too_low',
      { type: 'selfie', height: 480 },
      { type: 'selfie', height: 480, ofChallenge: true },
      false,
    ],
    ['image_blank', measured({ sharpness: 0 }), {}, false],
    ['image_blurred', measured({ sharpness: 99 }), measured({ sharpness: 100 }), false],
    [
      'image_blurred',
      { type: 'selfie', ...measured({ sharpness: 39 }) },
      { type: 'selfie', ...measured({ sharpness: 40 }) },
      false,
    ],
    [
      'image_blurred',
      { type: 'unknown', ...measured({ sharpness: 39 }) },
      { type: 'unknown', ...measured({ sharpness: 40 }) },
      false,
    ],
    ['image_too_dark', measured({ brightness: 69 }), measured({ brightness: 70 }), false],
    [
      'image_too_dark',
      { type: 'selfie', ...measured({ brightness: 44 }) },
      { type: 'selfie', ...measured({ brightness: 45 }) },
      false,
    ],
    ['image_too_dark', measured({ lightest: 89 }), measured({ lightest: 90 }), false],
    ['image_too_bright', measured({ darkest: 141 }), measured({ darkest: 140 }), false],
    ['image_glare', measured({ glareShare: 0.03 }), measured({ glareShare: 0.02 }), true],
    [
      'document_cut_off',
      measured({ cutText: { letters: 4, side: 'left' } }),
      measured({ cutText: { letters: 3, side: 'left' } }),
      false,
    ],
    [
      'document_cut_off',
      { type: 'unknown', ...measured({ cutText: { letters: 9, side: 'top' } }) },
      { type: 'selfie', ...measured({ cutText: { letters: 9, side: 'top' } }) },
      false,
    ],
  ])('%s of %o, not of %o', (code, faulty, sound, passed) => {
    const result = check(picture(faulty));
    expect(codesOf(result)).toEqual([code]);
    expect(result.passed).toBe(passed);
    expect(result.findings[0]?.document_id).toBe('doc_1');
    expect(check(picture(sound))).toEqual({ passed: true, findings: [] });
  });

  test('the sentence says how large the picture is and must be', () => {
    const [finding] = check(picture({ width: 320, height: 200 })).findings;
    expect(finding?.message).toContain('320x200');
    expect(finding?.message).toContain('600x600');
  });

  test.each<[string, Partial<QualityInput>, Record<string, unknown>, string]>([
    [
      'image_blurred',
      measured({ sharpness: 99.97 }),
      { sharpness: 99, minimum: 100 },
      'sharpness is 99, and at least 100',
    ],
    ['image_too_dark', measured({ brightness: 69.6 }), { brightness: 69, minimum: 70 }, '69 of 255, and at least 70'],
    ['image_too_bright', measured({ darkest: 151 }), { darkest: 151, maximum: 140 }, '151 of 255, and at most 140'],
    [
      'image_glare',
      measured({ glareShare: 0.02001 }),
      { percent: 2.1, maximum: 2 },
      '2.1 % of the picture; the limit is 2 %',
    ],
    [
      'document_cut_off',
      measured({ cutText: { letters: 11, side: 'right' } }),
      { letters: 11, side: 'right', maximum: 3 },
      'a row of 11 letters runs into the right edge',
    ],
  ])('%s tells its number and its limit, rounded so that they never look alike', (code, faulty, evidence, sentence) => {
    expect(check(picture(faulty)).findings).toMatchObject([
      { code, evidence, message: expect.stringContaining(sentence) },
    ]);
  });

  describe('where text was read', () => {
    const text = { words: 8, letterHeight: 12, blur: 0.05, ground: 200, glareShare: 0 };
    const withText = (more: Partial<typeof text>, other: Partial<NonNullable<QualityInput['measures']>> = {}) =>
      measured({ ...other, text: { ...text, ...more } });

    test.each<[string, Partial<typeof text>, Partial<typeof text>]>([
      ['image_resolution_too_low', { letterHeight: 6.4 }, { letterHeight: 6.5 }],
      ['image_blurred', { blur: 0.14 }, { blur: 0.13 }],
      ['image_too_dark', { ground: 89 }, { ground: 90 }],
      ['image_glare', { glareShare: 0.003 }, { glareShare: 0.002 }],
    ])('%s of %o, not of %o', (code, faulty, sound) => {
      expect(codesOf(check(picture(withText(faulty))))).toEqual([code]);
      expect(codesOf(check(picture(withText(sound))))).toEqual([]);
    });

    test('the whole picture tells neither size, sharpness, light nor glare', () => {
      const poor = { sharpness: 5, brightness: 20, glareShare: 0.5, lightest: 40 };
      expect(codesOf(check(picture({ width: 300, height: 190, ...withText({}, poor) })))).toEqual([]);
      const few = check(picture({ width: 300, height: 190, ...withText({ words: 7 }, poor) }));
      const codes = ['image_resolution_too_low', 'image_blurred', 'image_too_dark', 'image_glare'];
      expect(codesOf(few), 'too few words count for nothing').toEqual(codes);
    });

    test('what it shows besides is still told', () => {
      const other = { darkest: 141, cutText: { letters: 4, side: 'left' } } as const;
      expect(codesOf(check(picture(withText({}, other))))).toEqual(['image_too_bright', 'document_cut_off']);
    });

    test('the height of the letters and how sharp they are, in hundredths of what is needed, stand in the evidence', () => {
      const small = { letter_height: 5.4, letters_minimum: 6.5, width: 1200 };
      expect(check(picture(withText({ letterHeight: 5.49 }))).findings).toMatchObject([{ evidence: small }]);
      const blurred = { sharpness: 65, minimum: 100 };
      expect(check(picture(withText({ blur: 0.2 }))).findings).toMatchObject([{ evidence: blurred }]);
    });
  });

  test('each faulty picture is named', () => {
    const result = check(
      picture(),
      picture({ document_id: 'doc_2', width: 10 }),
      picture({ document_id: 'doc_3', damaged: true }),
    );
    expect(result.findings.map(({ document_id }) => document_id)).toEqual(['doc_2', 'doc_3']);
  });
});
