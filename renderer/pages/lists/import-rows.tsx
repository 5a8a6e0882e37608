import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { DatasetImportAnswer } from '../../../server/contract/dataset-uploads.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';
import { Ago, Pill, type Tone } from '../../parts/values.tsx';
import { formatDuration, formatNumber, formatShare, plural, t } from '../../text/text.ts';
import type { Dataset, Kind } from './dataset.ts';
import { type Imports, isOver, type Sending } from './use-imports.ts';

/** Number of finished imports shown at first. */
const ENDED_SHOWN = 3;

interface ImportRowsProps {
  kind: Kind;
  imports: Imports;
  /** The current datasets, to recognise a version that replaced another one. */
  datasets: readonly Dataset[];
  /** Opens refused files again. */
  onAgain: (files: readonly File[]) => void;
}

/** Shows all sending, waiting, running and finished imports since the appliance started, by any operator. */
export function ImportRows({ kind, imports, datasets, onAgain }: ImportRowsProps) {
  const [all, setAll] = useState(false);
  const known = imports.known.value;
  const open = known.filter((one) => !isOver(one));
  const ended = known.filter(isOver);
  const shown = all ? ended : ended.slice(0, ENDED_SHOWN);
  const replacing = new Set(datasets.flatMap(({ versions }) => versions.slice(0, -1).map(({ id }) => id)));
  if (known.length + imports.sending.value.length === 0) return null;
  return (
    <Section title={t('lists.imports')} id="imports">
      <ul class="imports">
        {imports.sending.value.map((one) => (
          <SendingRow key={one.key} one={one} onDrop={() => imports.drop(one)} onAgain={onAgain} />
        ))}
        {[...open, ...shown].map((one) => {
          const files = one.state === 'failed' ? imports.filesOf(one.id) : null;
          return (
            <ImportRow
              key={one.id}
              kind={kind}
              one={one}
              replaces={one.list !== null && replacing.has(one.list)}
              {...(files && { onAgain: () => onAgain(files) })}
            />
          );
        })}
      </ul>
      {shown.length < ended.length && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {plural('lists.imports_all', ended.length - shown.length)}
        </Button>
      )}
    </Section>
  );
}

interface SendingRowProps {
  one: Sending;
  onDrop: () => void;
  onAgain: (files: readonly File[]) => void;
}

function SendingRow({ one, onDrop, onAgain }: SendingRowProps) {
  const names = one.files.map(({ name }) => name);
  if (one.error) {
    return (
      <Row files={names} tone="bad" state={t('lists.failed')}>
        <Refusal detail={one.error.code === 'unreachable' ? t('state.unreachable_remedy') : one.error.problem.detail}>
          <Button
            onClick={() => {
              onDrop();
              onAgain(one.files);
            }}
            label={t('lists.again')}
          />
          <IconButton icon="cross" label={t('action.close')} onClick={onDrop} />
        </Refusal>
      </Row>
    );
  }
  return (
    <Row files={names} tone="busy" state={t('lists.sending')}>
      <Bar label={t('lists.sent', { share: formatShare(one.share) })} share={one.share} />
    </Row>
  );
}

/** What importing known content has done. */
const KNOWN = {
  watchlist: 'lists.known_content',
  register: 'lists.known_content',
  trust: 'trust.known_content',
} as const;

const TONES: Readonly<Record<DatasetImportAnswer['state'], Tone>> = {
  waiting: 'calm',
  running: 'busy',
  done: 'good',
  failed: 'bad',
};

interface ImportRowProps {
  kind: Kind;
  one: DatasetImportAnswer;
  /** Whether there is an older version to compare with. */
  replaces: boolean;
  onAgain?: () => void;
}

function ImportRow({ kind, one, replaces, onAgain }: ImportRowProps) {
  const { files, state, phase, progress, error, list, created } = one;
  return (
    <Row
      files={files}
      tone={TONES[state]}
      state={state === 'running' && phase ? t(`lists.phase_${phase}`) : t(`lists.${state}`)}
      at={one.ended_at}
    >
      {state === 'running' && <Bar label={countsOf(kind, one)} share={phase === 'reading' ? progress : null} />}
      {state === 'done' && (
        <p class="import-line">
          <span>{created === false ? t(KNOWN[kind]) : countsOf(kind, one)}</span>
          {kind === 'watchlist' && replaces && created && <a href={`/lists/${list}`}>{t('lists.changes')}</a>}
        </p>
      )}
      {state === 'failed' && (
        <Refusal detail={error?.detail ?? t('state.failed')}>
          {onAgain && <Button onClick={onAgain} label={t('lists.again')} />}
        </Refusal>
      )}
    </Row>
  );
}

interface RowProps {
  files: readonly string[];
  tone: Tone;
  state: string;
  at?: string | null;
  children?: ComponentChildren;
}

function Row({ files, tone, state, at, children }: RowProps) {
  return (
    <li>
      <p class="import-line">
        <strong class="breaks">{files.join(', ')}</strong>
        <Pill tone={tone}>{state}</Pill>
        {at && (
          <span class="faint small pushed">
            <Ago at={at} />
          </span>
        )}
      </p>
      {children}
    </li>
  );
}

/** Shows why files were refused, with the line, and that nothing was lost. */
function Refusal({ detail, children }: { detail: string; children?: ComponentChildren }) {
  return (
    <div class="import-refusal note bad breaks">
      <p>{detail}</p>
      <p class="faint small">{t('lists.nothing_changed')}</p>
      {children && <div class="actions">{children}</div>}
    </div>
  );
}

function Bar({ label, share }: { label: string; share: number | null }) {
  return (
    <>
      <progress class="progress" aria-label={label} max={1} {...(share !== null && { value: share })} />
      <p class="faint small number">{label}</p>
    </>
  );
}

function countsOf(
  kind: Kind,
  { state, rows, entries, rows_per_second: rate, remaining_ms: left }: DatasetImportAnswer,
): string {
  const counts = [plural(`${kind}.size`, entries)];
  if (state === 'running') {
    counts.push(plural('lists.rows', rows));
    if (rate > 0) counts.push(t('lists.rate', { rate: formatNumber(rate, 0) }));
    if (left !== null && left > 0) counts.push(t('lists.left', { time: formatDuration(left) }));
  }
  return counts.join(' · ');
}
