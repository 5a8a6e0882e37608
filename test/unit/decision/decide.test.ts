import { describe, expect, test } from 'vitest';
import { FINDINGS, type FindingCode, makeFinding } from '../../../server/checks/findings.ts';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import type { KycResults } from '../../../server/checks/types.ts';
import { type DecisionContext, decide } from '../../../server/decision/decide.ts';
import { list, passport } from '../checks/samples.ts';
import { soundContext, soundResults } from './samples.ts';

const judge = (results: KycResults, context: DecisionContext = soundContext()) => decide(results, context, POLICY_V1);
const codes = (results: KycResults, context?: DecisionContext) =>
  judge(results, context).reasons.map(({ code }) => code);
const without = (name: keyof KycResults): KycResults => {
  const { [name]: _, ...rest } = soundResults();
  return rest;
};

describe('the decision', () => {
  test('completed where every check passed, and a consent that was not given changes nothing', () => {
    const completed = { outcome: 'completed', reasons: [], policy_version: 1 };
    expect(judge(soundResults())).toEqual(completed);
    expect(judge(soundResults(), { ...soundContext(), consent: null })).toEqual(completed);
  });

  test('a failing reason comes first, the others in the order of the line', () => {
    const results = soundResults();
    const quality = {
      passed: false,
      documents: [],
      findings: [
        makeFinding('image_blurred', { evidence: { sharpness: 9, minimum: 100 } }),
        makeFinding('image_glare', { evidence: { percent: 5, maximum: 2 } }),
      ],
    };
    const validity = {
      passed: false,
      findings: [makeFinding('mrz_check_digits_wrong', { evidence: { fields: ['composite'] } })],
    };
    const face = { ...results.face, passed: false, findings: [makeFinding('faces_differ')] } as NonNullable<
      KycResults['face']
    >;
    const decision = judge({ ...results, face, validity, quality });
    expect(decision.outcome).toBe('failed');
    expect(decision.reasons.map(({ code, check, severity }) => [code, check, severity])).toEqual([
      ['faces_differ', 'face', 'fail'],
      ['image_blurred', 'quality', 'review'],
      ['mrz_check_digits_wrong', 'validity', 'review'],
    ]);
  });

  test.each(['quality', 'validity', 'consistency', 'face', 'screening'] as const)(
    'check_not_run: %s is missing',
    (name) => {
      expect(judge(without(name))).toMatchObject({
        outcome: 'needs_review',
        reasons: [{ code: 'check_not_run', check: name }],
      });
    },
  );

  test.each(['quality', 'validity', 'face', 'screening'] as const)(
    'check_not_run: %s says null and nothing more',
    (name) => {
      for (const passed of [null, false])
        for (const findings of [[], [makeFinding('simulated')], [makeFinding('check_pending')]])
          expect(codes({ ...soundResults(), [name]: { ...soundResults()[name], passed, findings } })).toEqual([
            'check_not_run',
          ]);
    },
  );

  test('consistency may have had nothing to compare, if it says so', () => {
    const consistency = { passed: null, findings: [makeFinding('nothing_to_compare')] };
    expect(judge({ ...soundResults(), consistency }).outcome).toBe('completed');
    expect(codes({ ...soundResults(), consistency: { passed: null, findings: [] } })).toEqual(['check_not_run']);
  });

  test('liveness decides nothing, there or not', () => {
    expect(judge(without('liveness')).outcome).toBe('completed');
  });

  test('a file that intake has not seen', () => {
    const context = { ...soundContext(), documents: [{ id: 'doc_passport' }, { id: 'doc_other' }] };
    expect(judge(soundResults(), context).reasons).toMatchObject([
      { code: 'check_not_run', check: 'intake', document_id: 'doc_other' },
    ]);
    expect(codes(without('intake'))).toContain('check_not_run');
  });
});

describe('what must be there whatever the checks say', () => {
  test('identity_document_missing and identity_not_read', () => {
    expect(judge(without('read')).reasons).toMatchObject([{ code: 'check_not_run', evidence: { step: 'read' } }]);
    expect(codes({ ...soundResults(), read: { documents: [] } })).toEqual(['identity_document_missing']);
    expect(codes({ ...soundResults(), read: { documents: [passport({ mrz: null, text_confidence: 0.1 })] } })).toEqual([
      'identity_not_read',
    ]);
  });

  test('name_missing: neither submitted nor read', () => {
    const nameless = { ...soundResults(), read: { documents: [passport({ fields: {} })] } };
    expect(codes(nameless, { ...soundContext(), applicant: {} })).toEqual(['name_missing']);
    expect(codes(nameless)).toEqual([]);
    expect(codes(soundResults(), { ...soundContext(), applicant: {} })).toEqual([]);
  });

  test('no_list_loaded and list_stale', () => {
    const screening = soundResults().screening as NonNullable<KycResults['screening']>;
    const lists = (...all: ReturnType<typeof list>[]) =>
      codes({ ...soundResults(), screening: { ...screening, lists: all } });
    expect(lists()).toEqual(['no_list_loaded']);
    expect(lists(list({ stale: true, age_days: 31 }))).toEqual(['list_stale']);
    expect(lists(list({ stale: true, age_days: 31 }), list())).toEqual([]);
  });

  test('a fresh list of each required topic', () => {
    const screening = soundResults().screening as NonNullable<KycResults['screening']>;
    const lists = (...all: ReturnType<typeof list>[]) =>
      codes({ ...soundResults(), screening: { ...screening, lists: all } });
    expect(lists(list({ topics: ['pep'] }))).toEqual(['list_topic_missing']);
    expect(lists(list({ topics: ['pep'] }), list({ stale: true }))).toEqual(['list_stale']);
    const { topics: _, ...older } = list();
    expect(lists(older)).toEqual([]);
  });

  test('lists that were not ready to be searched say nothing of what is loaded', () => {
    const screening = { hits: [], lists: [], searched: [], passed: null, findings: [makeFinding('lists_not_ready')] };
    expect(codes({ ...soundResults(), screening })).toEqual(['lists_not_ready']);
  });

  test('consent_refused', () => {
    expect(codes(soundResults(), { ...soundContext(), consent: false })).toEqual(['consent_refused']);
  });

  test('what a check has said already is not said twice', () => {
    const screening = { hits: [], lists: [], searched: [], passed: null, findings: [makeFinding('no_list_loaded')] };
    expect(codes({ ...soundResults(), screening })).toEqual(['no_list_loaded']);
  });
});

describe('policy version 1', () => {
  test('every code has a meaning, and nothing else has', () => {
    expect(Object.keys(POLICY_V1.severity).sort()).toEqual(Object.keys(FINDINGS).sort());
  });

  test('what fails a record is what the contract names', () => {
    const failing = Object.entries(POLICY_V1.severity).flatMap(([code, severity]) =>
      severity === 'fail' ? [code] : [],
    );
    expect(failing.sort()).toEqual(
      [
        'chip_signature_invalid',
        'chip_data_altered',
        'chip_data_not_covered',
        'chip_signer_revoked',
        'chip_country_mismatch',
        'chip_zone_mismatch',
        'chip_clone_suspected',
        'seal_signature_invalid',
        'mdoc_signature_invalid',
        'mdoc_data_altered',
        'mdoc_expired',
        'mdoc_device_signature_invalid',
        'company_dissolved',
        'company_not_found',
        'company_struck_off',
        'document_expired',
        'faces_differ',
        'file_unreadable',
        'hit_confirmed',
        'mrz_forged',
        'ownership_over_100',
        'processing_failed',
        'sanctioned_ownership',
        'simulated_failed',
      ].sort(),
    );
  });

  test.each<FindingCode>(['engine_unavailable', 'list_stale', 'hit_possible', 'selfie_missing', 'simulated_review'])(
    '%s asks for a person',
    (code) => expect(POLICY_V1.severity[code]).toBe('review'),
  );

  test.each<FindingCode>(['duplicates_not_enabled', 'simulated', 'check_pending', 'liveness_advisory'])(
    '%s holds nothing back',
    (code) => expect(POLICY_V1.severity[code]).toBe('info'),
  );

  test('the bands are in order', () => {
    const { face, screening } = POLICY_V1;
    expect(face.review_from).toBeLessThan(face.match_from);
    expect(screening.possible_from).toBeLessThan(screening.confirmed_from);
  });
});
