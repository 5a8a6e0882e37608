import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { t } from '../../text/text.ts';

/** What the lines of the chart mean, as far as it has them. */
export function Legend({ ownership: { edges, findings, sanctioned } }: Pick<KybVerificationAnswer, 'ownership'>) {
  const kinds = [
    edges.some(({ source }) => source === 'submitted') && ('submitted' as const),
    edges.some(({ source }) => source === 'register') && ('register' as const),
    findings.some(({ code }) => code === 'ownership_loop') && ('back' as const),
    sanctioned !== null && sanctioned.path.length > 0 && ('grave' as const),
  ].filter((kind) => kind !== false);
  if (kinds.length < 2) return null;
  return (
    <ul class="owner-legend">
      {kinds.map((kind) => (
        <li key={kind}>
          <svg width="30" height="10" aria-hidden="true" focusable="false">
            <g class={`share-line ${kind}`}>
              <path class="line" d="M1 5H29" />
            </g>
          </svg>
          {t(`company.line.${kind}`)}
        </li>
      ))}
    </ul>
  );
}
