import { makeFinding } from '../../../server/checks/findings.ts';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import type { KycResults } from '../../../server/checks/types.ts';
import type { DecisionContext } from '../../../server/decision/decide.ts';
import { list, passport } from '../checks/samples.ts';

/** A record without any problem. */
export function soundResults(): KycResults {
  const passed = { passed: true, findings: [] };
  const { match_from: threshold, review_from } = POLICY_V1.face;
  return {
    intake: {
      documents: [
        {
          document_id: 'doc_passport',
          declared_type: 'passport',
          declared_side: null,
          media_type: 'image/jpeg',
          decoded: true,
          width: 1200,
          height: 800,
          damaged: false,
        },
      ],
    },
    quality: { ...passed, documents: [] },
    read: { documents: [passport()] },
    validity: passed,
    consistency: passed,
    face: { ...passed, score: 0.8, threshold, review_from, model: null },
    liveness: { passed: null, findings: [makeFinding('liveness_advisory')], antispoof: 0.5, liveness: 0.5 },
    screening: { ...passed, hits: [], lists: [list()], searched: [{ source: 'submitted', name: 'Anna Eriksson' }] },
  };
}

export function soundContext(): DecisionContext {
  return {
    applicant: { first_name: 'Anna', last_name: 'Eriksson' },
    documents: [{ id: 'doc_passport' }],
    consent: true,
    corrections: [],
    faceChoices: [],
  };
}
