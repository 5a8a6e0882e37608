import type { ComponentChildren } from 'preact';
import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import { CheckList } from '../../parts/check-list.tsx';
import type { Mattering } from '../../parts/record-head.ts';
import type { SaidFinding } from '../../text/words.ts';

interface ChecksProps {
  record: VerificationAnswer;
  where: (finding: SaidFinding) => ComponentChildren;
  mattering: Mattering;
}

/** Each check in words. Faces and lists have a place of their own. */
export function Checks({ record, mattering, where }: ChecksProps) {
  const { watchlists: _, ...checks } = record.checks;
  return <CheckList checks={checks} mattering={mattering} where={where} />;
}
