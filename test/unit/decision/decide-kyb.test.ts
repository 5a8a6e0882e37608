import { describe, expect, test } from 'vitest';
import { makeFinding } from '../../../server/checks/findings.ts';
import type { KybResults } from '../../../server/checks/kyb/types.ts';
import { POLICY_V1, type Policy } from '../../../server/checks/policy.ts';
import { decideKyb, type KybDecisionContext } from '../../../server/decision/decide-kyb.ts';
import { list } from '../checks/samples.ts';
import { soundKybContext, soundKybResults } from './kyb-samples.ts';

const judge = (results: KybResults, context: KybDecisionContext = soundKybContext(), policy: Policy = POLICY_V1) =>
  decideKyb(results, context, policy);
const reasons = (results: KybResults, context?: KybDecisionContext) =>
  judge(results, context).reasons.map(({ check, code }) => `${check} ${code}`);

/** The sound results with these findings for one check. */
function saying(check: string, said: { passed?: boolean | null; findings: ReturnType<typeof makeFinding>[] }) {
  const results = soundKybResults();
  const target = check in (results.screening ?? {}) ? results.screening : results;
  const place = (target as unknown as Record<string, object>)[check];
  Object.assign(place as object, said);
  return results;
}

const evidence = { list: 'Sample list', score: 0.95 };

describe('the decision on a company', () => {
  test('completed where every check passed or had nothing to do', () => {
    expect(judge(soundKybResults())).toEqual({ outcome: 'completed', reasons: [], policy_version: 1 });
  });

  test('a failing reason comes first, the others in the order of the line, the risk before the persons', () => {
    const results = saying('sanctions', { passed: false, findings: [makeFinding('hit_confirmed', { evidence })] });
    const review = [makeFinding('simulated_review')];
    for (const check of ['registry', 'ownership', 'documents', 'risk', 'persons'] as const)
      Object.assign(results[check] as object, { passed: false, findings: review });
    Object.assign(results.screening?.pep as object, { passed: false, findings: review });
    const decision = judge(results);
    expect(decision.outcome).toBe('failed');
    expect(decision.reasons.map(({ check, severity }) => `${check} ${severity}`)).toEqual([
      'sanctions fail',
      'registry review',
      'pep review',
      'ownership review',
      'documents review',
      'risk review',
      'persons review',
    ]);
  });

  test.each(['registry', 'ownership', 'documents', 'persons', 'risk'] as const)(
    'check_not_run: %s is missing',
    (name) => {
      const { [name]: _, ...rest } = soundKybResults();
      expect(judge(rest).outcome).toBe('needs_review');
      expect(reasons(rest)).toEqual([`${name} check_not_run`]);
    },
  );

  test('check_not_run: all four checks of a screening that is missing, the sanctions once', () => {
    const { screening: _, ...rest } = soundKybResults();
    expect(reasons(rest)).toEqual(
      ['sanctions', 'watchlists', 'pep', 'adverse_media'].map((check) => `${check} check_not_run`),
    );
  });

  test.each(['sanctions', 'ownership'])(
    'check_not_run: %s is required and says null and nothing that counts',
    (name) => {
      for (const passed of [null, false])
        for (const findings of [[], [makeFinding('check_pending')]])
          expect(reasons(saying(name, { passed, findings }))).toEqual([`${name} check_not_run`]);
    },
  );

  test.each(['registry', 'watchlists', 'pep', 'adverse_media', 'documents', 'persons'])(
    '%s may have had nothing to do, if it says so',
    (name) => {
      const findings = [makeFinding('nothing_to_compare')];
      expect(reasons(saying(name, { passed: null, findings }))).toEqual([]);
      expect(reasons(saying(name, { passed: null, findings: [] }))).toEqual([`${name} check_not_run`]);
      expect(reasons(saying(name, { passed: false, findings }))).toEqual([`${name} check_not_run`]);
    },
  );

  test('the duty of a check is the policy of companies, not that of people', () => {
    const results = saying('pep', { passed: null, findings: [makeFinding('nothing_to_compare')] });
    const { kyb } = POLICY_V1;
    const asked = { ...POLICY_V1, kyb: { ...kyb, duties: { ...kyb.duties, pep: 'required' } } } as const;
    expect(judge(results, soundKybContext(), asked).reasons).toMatchObject([{ check: 'pep', code: 'check_not_run' }]);
  });

  test('a finding of the risk counts by its severity', () => {
    const found = saying('risk', { findings: [makeFinding('simulated_review'), makeFinding('simulated')] });
    expect(reasons(found)).toEqual(['risk simulated_review']);
  });

  test('what came after the end changes nothing', () => {
    const late = { passed: false, documents: [], findings: [makeFinding('file_unreadable')] };
    expect(judge({ ...soundKybResults(), late_documents: late }).outcome).toBe('completed');
  });
});

describe('what must be there whatever the checks say', () => {
  const lists = (...all: ReturnType<typeof list>[]) => {
    const results = soundKybResults();
    if (results.screening) results.screening.lists = all;
    return reasons(results);
  };

  test('a fresh list of sanctions', () => {
    expect(lists()).toEqual(['sanctions no_list_loaded']);
    expect(lists(list({ stale: true, age_days: 31 }))).toEqual(['sanctions list_stale']);
    expect(lists(list({ topics: ['pep'] }))).toEqual(['sanctions list_topic_missing']);
  });

  test('lists that were not ready to be searched say nothing of what is loaded or who was searched', () => {
    const results = saying('sanctions', { passed: null, findings: [makeFinding('lists_not_ready')] });
    Object.assign(results.screening as object, { lists: [], searched: [] });
    expect(reasons(results)).toEqual(['sanctions lists_not_ready']);
  });

  test.each([
    ['company', 'company'],
    ['per_director', 'representatives[0]'],
    ['per_owner', 'ubos[0]'],
  ])('%s was searched in the lists', (party, field) => {
    const results = soundKybResults();
    const { screening } = results;
    if (screening) screening.searched = screening.searched.filter((one) => one.party !== party);
    expect(judge(results).reasons).toMatchObject([{ check: 'sanctions', code: 'check_not_run', field }]);
  });

  test('an owner without a name needs no search', () => {
    const context = soundKybContext();
    const ubos = [...context.submission.ubos, { id: 'per_nobody', ownership_percent: 10 }];
    expect(judge(soundKybResults(), { ...context, submission: { ...context.submission, ubos } }).outcome).toBe(
      'completed',
    );
  });

  test('every file was read', () => {
    const context = { ...soundKybContext(), documents: [{ id: 'doc_certificate' }, { id: 'doc_other' }] };
    expect(judge(soundKybResults(), context).reasons).toMatchObject([
      { check: 'documents', code: 'check_not_run', document_id: 'doc_other', evidence: { step: 'read' } },
    ]);
  });
});
