import type { ComponentChildren } from 'preact';
import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import { t } from '../../text/text.ts';
import { documentLabel, type SaidFinding } from '../../text/words.ts';

type Finding = VerificationAnswer['face_match']['findings'][number];

/** Everything that the checks of a record found. */
export function allFindings({ checks, face_match: match }: VerificationAnswer): Finding[] {
  return [...Object.values(checks), match].flatMap(({ findings }) => findings);
}

/** Where a finding was made: the file's name, and the way to another record that it speaks of. */
export function findingPlace({ documents }: VerificationAnswer) {
  return (finding: SaidFinding & { document_id?: string; document_index?: number }): ComponentChildren => {
    const document = documents.find(({ id }, i) => id === finding.document_id || i === finding.document_index);
    const other = finding.evidence?.['verification'];
    if (!document && typeof other !== 'string') return null;
    return (
      <>
        {document && documentLabel(document)}{' '}
        {typeof other === 'string' && <a href={`/verifications/${other}`}>{t('findings.open_other')}</a>}
      </>
    );
  };
}
