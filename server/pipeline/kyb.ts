import { checkOwnership } from '../checks/kyb/ownership/check.ts';
import { checkPersons, type PersonVerification } from '../checks/kyb/persons.ts';
import { scoreRisk } from '../checks/kyb/risk.ts';
import type { CompanyDocumentsResult, PersonsResult } from '../checks/kyb/types.ts';
import type { Policy } from '../checks/policy.ts';
import { decideKyb } from '../decision/decide-kyb.ts';
import { assert, must } from '../lib/assert.ts';
import type { RegisterSearch } from '../registries/search.ts';
import { keepStepResult } from '../verifications/conclude.ts';
import { documentIds } from '../verifications/documents.ts';
import { linksOf } from '../verifications/links.ts';
import { getKybVerification } from '../verifications/store.ts';
import type { KybVerification } from '../verifications/types.ts';
import { type IdentityDeps, identityOfRecord } from './duplicate-search.ts';
import type { Line } from './handler.ts';
import { documentsStep } from './kyb/documents.ts';
import { readStep } from './kyb/read.ts';
import { registryStep } from './kyb/registry.ts';
import { screeningStep } from './kyb/screening.ts';
import { sameName } from './kyb/similarity.ts';
import { isAllRead, type KybStep, type KybStepContext } from './kyb/step.ts';
import { type LineDeps, openRun } from './run-context.ts';

/** Joins submitted and registered owners, and determines which of them are sanctioned. */
const ownershipStep: KybStep<'ownership'> = {
  name: 'ownership',
  async run({ verification, results, policy }) {
    const { company, ubos } = verification.submission;
    const registry = must(results.registry, 'registers are searched before ownership is looked at');
    return checkOwnership({ company, ubos, registry, screening: results.screening, sameName, policy });
  },
};

/** Adds up what the other checks found. */
export const riskStep: KybStep<'risk'> = {
  name: 'risk',
  async run({ verification, results, policy, today }) {
    const { company, representatives, ubos } = verification.submission;
    return scoreRisk({ company, representatives, ubos, results, today, policy });
  },
};

/** All steps of a KYB verification, in order. The persons follow at the end (`decide`). */
const KYB_STEPS: readonly KybStep[] = [registryStep, screeningStep, ownershipStep, readStep, documentsStep, riskStep];

/** Reads files that arrived after the end. The checks behind the decision do not change. */
const lateDocumentsStep: KybStep<'late_documents'> = {
  name: 'late_documents',
  async run(context) {
    const late = lateIds(context);
    const all = await documentsStep.run(context);
    return {
      passed: all.passed,
      findings: all.findings.filter(({ document_id }) => document_id !== undefined && late.has(document_id)),
      documents: all.documents.filter(({ document_id }) => late.has(document_id)),
    } satisfies CompanyDocumentsResult;
  },
};

function lateIds({ verification, results }: KybStepContext): Set<string> {
  const decided = new Set(results.documents?.documents.map(({ document_id }) => document_id));
  return new Set(verification.documents.map(({ id }) => id).filter((id) => !decided.has(id)));
}

export interface KybDeps extends LineDeps {
  registers: RegisterSearch;
}

/** The pipeline of companies. */
export function kybLine(deps: KybDeps): Line<KybVerification, KybStepContext> {
  const { vault, registers } = deps;
  return {
    steps: KYB_STEPS,
    lateSteps: [readStep, lateDocumentsStep],
    load: (id, livemode) => getKybVerification(deps, id, livemode),
    open: (verification, policy) => ({
      ...openRun(deps, policy),
      verification,
      results: { ...verification.results },
      readFile: (documentId) => vault.readFile(verification.id, documentId),
      registers,
    }),
    hasNews(context) {
      // Otherwise a step that leaves files out would loop forever.
      assert(isAllRead(context), 'reading gives a result of each file');
      const { id, documents } = context.verification;
      return documentIds(deps, id).length > documents.length;
    },
    decide({ verification, results, policy }) {
      const startMs = performance.now();
      const persons = verifiedPersons(deps, verification, policy);
      const durationMs = performance.now() - startMs;
      keepStepResult(deps, verification.id, 'persons', persons, { durationMs, nextStep: null });
      return decideKyb({ ...results, persons }, verification, policy);
    },
  };
}

/** Returns how far the company's people are verified now. It reads their links at this moment and awaits nothing. */
function verifiedPersons(deps: IdentityDeps, verification: KybVerification, policy: Policy): PersonsResult {
  const { id, livemode, submission } = verification;
  // A person whose verification was erased counts as not verified.
  const links = linksOf(deps, id).flatMap(({ personId, verificationId, status }): [string, PersonVerification][] =>
    status === 'erased'
      ? []
      : [[personId, { id: verificationId, status, identity: identityOfRecord(deps, verificationId, livemode) }]],
  );
  const { representatives, ubos } = submission;
  return checkPersons({ representatives, ubos, verifications: new Map(links), policy });
}
