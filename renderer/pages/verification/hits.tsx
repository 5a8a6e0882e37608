import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import { post } from '../../client/api.ts';
import { can } from '../../client/session.ts';
import { CheckPill } from '../../parts/check-list.tsx';
import { FindingList } from '../../parts/finding-list.tsx';
import { HitCard } from '../../parts/hit-card.tsx';
import { Section } from '../../parts/page.tsx';
import type { Mattering } from '../../parts/record-head.ts';
import { SearchedLists } from '../../parts/searched-lists.tsx';
import { toast } from '../../parts/toast.tsx';
import { t } from '../../text/text.ts';

interface HitsProps {
  path: string;
  check: VerificationAnswer['checks']['watchlists'];
  mattering: Mattering;
  /** After a hit was decided. */
  onChange: () => void;
}

/** Whom the lists named, explained, and which lists were searched. */
export function Hits({ path, check, mattering, onChange }: HitsProps) {
  // The same name in capitals, as a document has it, is not another one.
  const names = check.searched.map(({ name }) => name);
  const plain = names.map((name) => name.toLowerCase());
  const asked = names.filter((_, i) => plain.indexOf(plain[i] ?? '') === i).join(' / ');
  return (
    <Section
      title={t('check.watchlists')}
      id="hits"
      actions={<CheckPill check={check} mattering={mattering} ran={names.length > 0} />}
    >
      {check.hits.length === 0 && check.passed && <p class="faint">{t('hits.none')}</p>}
      {check.hits.map((hit) => (
        <HitCard
          key={hit.id}
          hit={hit}
          asked={asked || null}
          {...(can('kyc:review') && {
            onDecide: async (body) => {
              await post(`${path}/hits/${encodeURIComponent(hit.id)}`, body);
              toast(t(body.decision === 'confirm' ? 'hit.told_confirmed' : 'hit.told_dismissed'));
              onChange();
            },
          })}
        />
      ))}
      <FindingList findings={check.findings.filter(({ code }) => !code.startsWith('hit_'))} mattering={mattering} />
      <SearchedLists lists={check.lists} searched={names.length > 0} />
    </Section>
  );
}
