import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { can } from '../../client/session.ts';
import { CheckPill } from '../../parts/check-list.tsx';
import { FindingList } from '../../parts/finding-list.tsx';
import { HitCard } from '../../parts/hit-card.tsx';
import { Section } from '../../parts/page.tsx';
import type { Mattering } from '../../parts/record-head.ts';
import { SearchedLists } from '../../parts/searched-lists.tsx';
import { t } from '../../text/text.ts';
import { checkLabel } from '../../text/words.ts';
import { isOpen } from './parties.ts';

const LIST_CHECKS = ['sanctions', 'watchlists', 'pep', 'adverse_media'] as const;

interface HitsProps {
  path: string;
  record: KybVerificationAnswer;
  names: ReadonlyMap<string, string>;
  mattering: Mattering;
  /** After a hit was decided. */
  onChange: () => void;
}

/** Whom of the company the lists named, explained, and which lists were searched. */
export function Hits({ path, record, names, mattering, onChange }: HitsProps) {
  const checks = LIST_CHECKS.map((name) => ({ name, ...record.checks[name] }));
  const lists = new Map(checks.flatMap(({ datasets }) => datasets).map((list) => [list.id, list]));
  const notes = checks.flatMap(({ findings }) => findings).filter(({ code }) => !code.startsWith('hit_'));
  // What nobody dismissed comes first, the surest at the top.
  const hits = record.hits.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.score - a.score);
  return (
    <Section title={t('check.watchlists')} id="hits">
      <ul class="list-checks">
        {checks.map((check) => (
          <li key={check.name}>
            {checkLabel(check.name)} <CheckPill check={check} mattering={mattering} ran={check.datasets.length > 0} />
          </li>
        ))}
      </ul>
      {hits.length === 0 && checks.some(({ passed }) => passed !== null) && <p class="faint">{t('company.no_hits')}</p>}
      {hits.map((hit) => (
        <HitCard
          key={hit.id}
          hit={hit}
          asked={names.get(hit.party) ?? null}
          party={t('company.hit_of', { name: names.get(hit.party) ?? hit.party })}
          decide={can('kyb:review') && { path: `${path}/hits/${encodeURIComponent(hit.id)}`, onDecided: onChange }}
        />
      ))}
      {notes.length > 0 && (
        <div class="after">
          <FindingList findings={notes} mattering={mattering} />
        </div>
      )}
      <div class="after">
        <SearchedLists lists={[...lists.values()]} />
      </div>
    </Section>
  );
}
