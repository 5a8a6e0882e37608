import { useEffect, useRef } from 'preact/hooks';
import type { z } from 'zod';
import type { screeningSchema } from '../../../server/contract/screenings.ts';
import { Button } from '../../parts/button.tsx';
import { saveBlob, toCsv } from '../../parts/download.ts';
import { FindingList } from '../../parts/finding-list.tsx';
import { HitCard } from '../../parts/hit-card.tsx';
import { Section } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { announce } from '../../parts/toast.tsx';
import { Pill } from '../../parts/values.tsx';
import { formatDay, formatNumber, plural, t } from '../../text/text.ts';
import { rowsOf } from './query.ts';

export type ScreeningAnswer = z.output<typeof screeningSchema>;
type List = ScreeningAnswer['lists'][number];

/** What a search found, on what, and by which rules. */
export function Result({ asked, answer }: { asked: string; answer: ScreeningAnswer }) {
  const head = useRef<HTMLHeadingElement>(null);
  const [result] = answer.results;
  const verdict = verdictOf(answer);
  useEffect(() => {
    announce(verdict);
    head.current?.focus();
  }, [answer, verdict]);
  if (!result) return null;
  return (
    <>
      <div class="screening-verdict">
        <h2 ref={head} tabIndex={-1}>
          {verdict}
        </h2>
        <div class="actions">
          {result.hits.length > 0 && (
            <Button icon="download" onClick={() => save(toCsv(rowsOf(result)), 'text/csv', 'screening.csv')}>
              {t('screening.csv')}
            </Button>
          )}
          <Button
            icon="download"
            onClick={() => save(JSON.stringify(answer, null, 2), 'application/json', 'screening.json')}
          >
            {t('screening.json')}
          </Button>
        </div>
      </div>
      <FindingList findings={result.findings} />
      {result.hits.map((hit) => (
        <div key={hit.id} class="section">
          <HitCard hit={hit} asked={asked || null} />
        </div>
      ))}
      <Section title={plural('screening.lists', answer.lists.length)}>
        <Table caption={t('label.list')} columns={columns()} rows={answer.lists} />
        <p class="small faint">
          {t('screening.by', { policy: answer.policy_version, algorithm: answer.algorithm_version })}
        </p>
      </Section>
    </>
  );
}

function verdictOf({ results: [result] }: ScreeningAnswer): string {
  if (!result) return '';
  const standing = result.hits.filter(({ ruled_out }) => !ruled_out?.whole).length;
  if (standing > 0) return plural('screening.hits', standing);
  if (result.passed && result.hits.length > 0) return plural('screening.ruled_out', result.hits.length);
  return t(result.passed ? 'screening.passed' : 'screening.unknown');
}

const columns = (): Column<List>[] => [
  [t('label.list'), ({ name }) => name],
  [t('label.version'), ({ version }) => <span class="mono">{version}</span>, 'wide-only'],
  [
    t('screening.dated'),
    ({ dated, stale }) => (
      <>
        {formatDay(dated)} {stale && <Pill tone="warn">{t('screening.stale')}</Pill>}
      </>
    ),
  ],
  [t('screening.entries'), ({ entries }) => formatNumber(entries), 'numeric'],
];

const save = (text: string, type: string, name: string): void => saveBlob(new Blob([text], { type }), name);
