import { FINDINGS } from '../../../server/checks/findings.ts';

type Findings = { [Code in keyof typeof FINDINGS as `finding.${Code}`]: string };

/**
 * The sentence of each finding, with its remedy. Most are the server's own sentences, read when the texts are built; only those that speak to
 * programs are written here. Values come from the finding's evidence.
 */
export const findings = {
  ...(Object.fromEntries(Object.entries(FINDINGS).map(([code, text]) => [`finding.${code}`, text])) as Findings),
  'finding.document_type_unknown': 'The document type was not recognised. Check the document, or request another one.',
  'finding.lists_not_ready': 'The watchlists were not ready for searching. Wait a minute, then run the checks again.',
  'finding.simulated_failed': 'The outcome “failed” was requested. This is a simulation with test data.',
  'finding.simulated_review': 'The outcome “needs review” was requested. This is a simulation with test data.',
};
