import { describe, expect, test } from 'vitest';
import { checkQuality, type QualityInput } from '../../../server/checks/quality.ts';
import { POLICY_V1 } from '../../../server/decision/policy.ts';
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
    ['image_glare', measured({ glareShare: 0.03 }), measured({ glareShare: 0.02 }), true],
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

  test('each faulty picture is named', () => {
    const result = check(
      picture(),
      picture({ document_id: 'doc_2', width: 10 }),
      picture({ document_id: 'doc_3', damaged: true }),
    );
    expect(result.findings.map(({ document_id }) => document_id)).toEqual(['doc_2', 'doc_3']);
  });
});
