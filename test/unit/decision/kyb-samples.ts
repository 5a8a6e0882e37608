import { makeFinding } from '../../../server/checks/findings.ts';
import type { KybResults } from '../../../server/checks/kyb/types.ts';
import type { KybDecisionContext } from '../../../server/decision/decide-kyb.ts';
import { list } from '../checks/samples.ts';

/** A company without any problem: one representative, one owner, one file; no list of PEPs and no register is loaded. */
export function soundKybResults(): KybResults {
  const passed = () => ({ passed: true, findings: [] });
  const nothingToDo = () => ({ passed: null, findings: [makeFinding('nothing_to_compare')] });
  const query = { names: [{ text: 'Sample' }], type: 'any' } as never;
  return {
    registry: {
      ...nothingToDo(),
      record: null,
      comparisons: [],
      datasets: [],
      ownership: { parties: [], shares: [] },
    },
    screening: {
      sanctions: passed(),
      watchlists: passed(),
      pep: nothingToDo(),
      adverse_media: nothingToDo(),
      hits: [],
      lists: [list()],
      searched: ['company', 'per_director', 'per_owner'].map((party) => ({
        party,
        source: 'submitted',
        name: 'Sample',
        query,
      })),
    },
    ownership: {
      ...passed(),
      threshold_percent: 25,
      sum_percent: 100,
      owners: [],
      sanctioned: null,
      nodes: [],
      edges: [],
      datasets: [],
    },
    read: {
      documents: [
        {
          document_id: 'doc_certificate',
          decoded: true,
          pages: 1,
          unread_pages: 0,
          source: 'text',
          lines: [],
          picture_lines: 0,
          text_confidence: 1,
          engine: null,
        },
      ],
    },
    documents: { ...passed(), documents: [] },
    risk: { score: 0, level: 'low', factors: [], version: '1', findings: [] },
    persons: { ...nothingToDo(), persons: [] },
  };
}

export function soundKybContext(): KybDecisionContext {
  return {
    submission: {
      representatives: [{ id: 'per_director', first_name: 'Dana', last_name: 'Sample', role: 'director' }],
      ubos: [{ id: 'per_owner', first_name: 'Omar', last_name: 'Sample', ownership_percent: 100 }],
    },
    documents: [{ id: 'doc_certificate' }],
  };
}
