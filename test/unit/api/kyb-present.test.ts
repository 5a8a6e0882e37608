import { describe, expect, it } from 'vitest';
import { presentKyb } from '../../../server/api/kyb/present.ts';
import { type HitDecisions, NO_ANNOTATIONS } from '../../../server/api/present-record.ts';
import type {
  CompanyDocumentResult,
  KybResults,
  KybScreeningResult,
  PartyHit,
} from '../../../server/checks/kyb/types.ts';
import { kybVerificationSchema } from '../../../server/contract/kyb-verification.ts';
import type { CompanyDocument, KybVerification } from '../../../server/verifications/types.ts';

const id = (prefix: string, last: string) => `${prefix}_01h455vb4pex5vsknk084sn02${last}`;
const KYB_ID = id('kyb_ver', 'a');
const [DIRECTOR, OWNER, NAMELESS] = [id('per', 'b'), id('per', 'c'), id('per', 'd')];

const LIST = {
  id: id('lst', 'a'),
  code: 'small',
  name: 'Small',
  version: '1',
  dated: '2026-01-01',
  age_days: 1,
  stale: false,
  entries: 5,
  topics: ['sanction'],
};
const PEP_LIST = { ...LIST, id: id('lst', 'b'), topics: ['pep'] };
const MIXED_LIST = { ...LIST, id: id('lst', 'c'), topics: ['adverse_media', 'relative_or_associate'] };
const REGISTER = { ...LIST, id: id('reg', 'a'), companies: 5, owners: 0, entries: undefined, topics: undefined };

const hit = (party: string, last: string, more: Partial<PartyHit> = {}): PartyHit => ({
  party,
  id: id('hit', last),
  strength: 'possible',
  score: 0.88,
  entity: {
    id: id('ent', last),
    name: 'X',
    type: 'person',
    topics: ['pep'],
    programs: [],
    birth_dates: [],
    countries: [],
  },
  matched_name: 'X',
  features: [],
  list: { id: LIST.id, code: 'small', name: 'Small', version: '1' },
  ...more,
});

const PASSED = { passed: true, findings: [] };
const searchedFor = (party: string): KybScreeningResult['searched'][number] => ({
  party,
  source: 'submitted',
  name: 'X',
  query: { name: 'X' },
});
const screening = (more: Partial<KybScreeningResult> = {}): KybScreeningResult => ({
  sanctions: PASSED,
  watchlists: PASSED,
  pep: PASSED,
  adverse_media: PASSED,
  hits: [],
  lists: [LIST],
  searched: [searchedFor('company'), searchedFor(DIRECTOR), searchedFor(OWNER)],
  ...more,
});

const file = (last: string, position: number, descriptor: number | null): CompanyDocument => ({
  id: id('doc', last),
  position,
  mediaType: 'application/pdf',
  sizeBytes: 10,
  name: `${last}.pdf`,
  sha256: '00',
  type: descriptor === null ? 'other' : 'license',
  descriptor,
});
const judged = (last: string, descriptor: number | null, status: 'processed' | 'rejected'): CompanyDocumentResult => ({
  document_id: id('doc', last),
  descriptor,
  type: 'license',
  status,
  matches: { name: true, registration_number: null, address: false, incorporation_date: null },
  dated: '2026-01-01',
  findings: [{ code: 'file_damaged', message: `of ${last}` }],
});

function record(results: KybResults, more: Partial<KybVerification> = {}): KybVerification {
  return {
    id: KYB_ID,
    livemode: true,
    status: 'completed',
    createdAtMs: 0,
    updatedAtMs: 1,
    step: null,
    dueAtMs: null,
    submission: {
      company: { legal_name: 'Nordlicht', country: 'DE', address: { country: 'DE' } },
      representatives: [{ id: DIRECTOR, first_name: 'A', last_name: 'B', role: 'director' }],
      ubos: [
        { id: OWNER, first_name: 'C', last_name: 'D', ownership_percent: 60 },
        { id: NAMELESS, ownership_percent: 40 },
      ],
      documents: [{ type: 'license', name: 'l.pdf' }, { type: 'license' }],
      metadata: null,
    },
    documents: [],
    results,
    decision: { outcome: 'completed', reasons: [], policy_version: 1 } as unknown as KybVerification['decision'],
    links: [],
    ...more,
  };
}

/** The answer, which matches the contract unchanged. */
function present(kyb: KybVerification, hits: HitDecisions = new Map()) {
  const answer = presentKyb(kyb, { ...NO_ANNOTATIONS, hits });
  expect(kybVerificationSchema.parse(answer)).toEqual(answer);
  return answer;
}
const screened = (kyb: KybVerification) => {
  const { representatives, ubos } = present(kyb);
  return [...representatives, ...ubos].map(({ screening: { passed, hits } }) => [passed, hits.length]);
};

describe('the search for somebody of a company', () => {
  it('has passed only where they were searched for and nothing was found', () => {
    expect(screened(record({}))).toEqual([
      [null, 0],
      [null, 0],
      [null, 0],
    ]);
    expect(screened(record({ screening: screening() }))).toEqual([
      [true, 0],
      [true, 0],
      [null, 0],
    ]);
  });

  it('has failed by their own hits alone, but those that a person dismissed', () => {
    const dismissed = { by: 'key', at: '2026-01-01T00:00:00.000Z', reason: 'other_person', expires_at: null };
    const hits = [hit(OWNER, 'a'), hit('company', 'b'), hit('register:0', 'c'), hit(DIRECTOR, 'd', { dismissed })];
    expect(screened(record({ screening: screening({ hits }) }))).toEqual([
      [true, 1],
      [false, 1],
      [null, 0],
    ]);
    expect(present(record({ screening: screening({ hits }) })).hits.map(({ party }) => party)).toEqual([
      OWNER,
      'company',
      'register:0',
      DIRECTOR,
    ]);
  });

  it('is unknown where the lists that must be searched could not be, unless it found something', () => {
    const sanctions = { passed: null, findings: [] };
    const hits = [hit(OWNER, 'a')];
    expect(screened(record({ screening: screening({ sanctions, hits }) }))).toEqual([
      [null, 0],
      [false, 1],
      [null, 0],
    ]);
  });

  it('is unknown where a list was in the way, whatever was found of others', () => {
    const stale = { code: 'list_stale' as const, message: 'stale' };
    const found = { code: 'hit_possible' as const, message: 'found', field: 'ubos[0]' };
    const ofSanctions = (...findings: (typeof stale | typeof found)[]) =>
      screened(
        record({ screening: screening({ sanctions: { passed: false, findings }, hits: [hit(OWNER, 'a')] }) }),
      )[0];
    expect(ofSanctions(found)).toEqual([true, 0]);
    expect(ofSanctions(found, stale)).toEqual([null, 0]);
  });

  it('is unknown only for people whose name cannot be searched for', () => {
    const unnamed = {
      code: 'name_not_searchable' as const,
      message: 'x',
      field: 'ubos[0]',
      evidence: { party: OWNER },
    };
    expect(screened(record({ screening: screening({ sanctions: { passed: null, findings: [unnamed] } }) }))).toEqual([
      [true, 0],
      [null, 0],
      [null, 0],
    ]);
  });

  it('shows what a person said about a hit, wherever the hit appears', () => {
    const decision = {
      decision: 'dismissed',
      reason: 'other_person',
      note: null,
      expiresAtMs: null,
      decidedBy: 'key',
      decidedAtMs: 0,
    } as const;
    const answer = present(
      record({ screening: screening({ hits: [hit(OWNER, 'a')] }) }),
      new Map([[id('hit', 'a'), decision]]),
    );
    for (const shown of [answer.hits[0], answer.ubos[0]?.screening.hits[0]]) {
      expect(shown?.decision).toMatchObject({ decision: 'dismissed', decided_at: '1970-01-01T00:00:00.000Z' });
    }
  });
});

describe('the documents of a company', () => {
  const documents = [file('a', 0, 0), file('b', 1, null), file('c', 2, 0)];
  const ofCheck = (...judgements: CompanyDocumentResult[]) => ({ ...PASSED, documents: judgements });

  it('are one for each descriptor by its newest file, then those that were not announced', () => {
    const results = {
      documents: ofCheck(judged('a', 0, 'rejected'), judged('b', null, 'rejected'), judged('c', 0, 'processed')),
    };
    const shown = present(record(results, { documents })).documents;
    expect(shown.map(({ name, status, announced, id: shownId }) => [name, status, announced, shownId])).toEqual([
      ['l.pdf', 'processed', true, id('doc', 'c')],
      [null, 'missing', true, null],
      ['b.pdf', 'rejected', false, id('doc', 'b')],
    ]);
    expect(shown[0]).toMatchObject({
      dated: '2026-01-01',
      matches: { name: true, address: false },
      findings: [{ message: 'of c' }],
    });
  });

  it('are received until they were read, and processed also after the end', () => {
    const states = (results: KybResults) =>
      present(record(results, { documents })).documents.map(({ status }) => status);
    expect(states({})).toEqual(['received', 'missing', 'received']);
    const late = {
      documents: ofCheck(judged('a', 0, 'processed')),
      late_documents: ofCheck(judged('c', 0, 'rejected')),
    };
    expect(states(late)).toEqual(['rejected', 'missing', 'received']);
  });

  it('show what is said of one that is missing, and the errors point at their place', () => {
    const missing = { code: 'file_damaged' as const, message: 'missing', field: 'documents[1]' };
    const results = { documents: { passed: false, findings: [missing], documents: [judged('b', null, 'rejected')] } };
    const reason = {
      code: 'file_damaged',
      message: 'of b',
      document_id: id('doc', 'b'),
      severity: 'review',
      check: 'documents',
    };
    const decision = {
      outcome: 'needs_review',
      reasons: [reason],
      policy_version: 1,
    } as unknown as KybVerification['decision'];
    const answer = present(record(results, { documents, decision, status: 'needs_review' }));
    expect(answer.documents[1]?.findings).toEqual([missing]);
    expect(answer.errors).toEqual([{ code: 'file_damaged', message: 'of b', severity: 'review', document_index: 2 }]);
  });
});

describe('the checks of a company', () => {
  it('show what they found and where they looked', () => {
    const { entries: _entries, topics: _topics, ...register } = REGISTER;
    const comparison = { field: 'legal_name', submitted: 'a', registered: 'b', agrees: false, score: 0.1 };
    const results: KybResults = {
      registry: {
        passed: false,
        findings: [],
        datasets: [register],
        record: null,
        comparisons: [comparison],
        ownership: { parties: [{ type: 'person', name: 'Somebody', identifiers: [] }], shares: [] },
      },
      screening: screening({ lists: [LIST, PEP_LIST, MIXED_LIST] }),
      ownership: {
        passed: true,
        findings: [{ code: 'file_damaged', message: 'x' }],
        threshold_percent: 25,
        sum_percent: 100,
        owners: [],
        sanctioned: null,
        nodes: [{ party: 'company', type: 'entity', name: 'Nordlicht' }],
        edges: [{ owner: OWNER, owned: 'company', percent: { min: 60, max: 60 }, source: 'submitted' }],
        datasets: [register],
      },
      risk: { score: 10, level: 'low', factors: [], version: '1', findings: [] },
      persons: { passed: null, findings: [], persons: [] },
    };
    const links = [{ personId: OWNER, verificationId: id('ver', 'a'), status: 'processing' as const }];
    const answer = present(record(results, { links }));
    expect(answer.checks.registry).toEqual({
      passed: false,
      findings: [],
      datasets: [register],
      record: null,
      comparisons: [comparison],
    });
    expect(answer.checks.sanctions).toEqual({ passed: true, findings: [], datasets: [LIST] });
    expect(answer.checks.pep).toEqual({ passed: true, findings: [], datasets: [PEP_LIST, MIXED_LIST] });
    expect(answer.checks.watchlists.datasets).toEqual([]);
    expect(answer.checks.adverse_media.datasets).toEqual([MIXED_LIST]);
    expect(answer.checks.ownership).toEqual({
      passed: true,
      findings: results.ownership?.findings,
      datasets: [register],
    });
    expect(answer.ownership).toMatchObject({ threshold_percent: 25, sum_percent: 100, findings: [{ message: 'x' }] });
    expect(answer.checks.persons).toEqual({ passed: null, findings: [], datasets: [] });
    expect(answer.risk).toEqual(results.risk);
    expect(answer.ubos[0]).toMatchObject({ verification_id: id('ver', 'a'), verification_status: 'processing' });
    expect(answer.ubos[1]).toMatchObject({ verification_id: null, verification_status: null });
  });

  it('that did not run say why', () => {
    const codes = (more: Partial<KybVerification>) => {
      const { checks, ownership } = present(record({}, more));
      return [
        ...new Set([...Object.values(checks), ownership].flatMap(({ findings }) => findings.map(({ code }) => code))),
      ];
    };
    expect(codes({ status: 'processing', decision: null })).toEqual(['check_pending']);
    expect(codes({ status: 'failed' })).toEqual(['check_not_run']);
    const { submission } = record({});
    const simulated = { ...submission, metadata: { simulate: 'failed' } };
    expect(codes({ status: 'failed', livemode: false, submission: simulated })).toEqual(['simulated']);
  });
});
