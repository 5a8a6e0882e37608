import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { nowMs } from '../client/clock.ts';
import { formatAgo, formatDuration, formatExactly, formatNumber, formatWhen, t } from '../text/text.ts';
import { Button, Icon, IconButton } from './button.tsx';
import { announce, toast } from './page.tsx';

/** Labels with their values, in two columns. Missing values are left out. */
export function factList(items: readonly (readonly [label: string, value: ComponentChildren])[]) {
  const known = items.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '');
  return (
    <dl class="facts">
      {known.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns the client's own metadata of a record, for `factList`. */
export const metadataFacts = (metadata: Readonly<Record<string, unknown>> | null) =>
  Object.entries(metadata ?? {}).map(
    ([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'calm';
export type Status = 'pending' | 'processing' | 'completed' | 'failed' | 'needs_review';

const TONES: Readonly<Record<Status, Tone>> = {
  pending: 'calm',
  processing: 'busy',
  completed: 'good',
  failed: 'bad',
  needs_review: 'warn',
};

/** A word with a colour; the word alone is sufficient. */
export function Pill({ tone = 'calm', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`pill inline small ${tone}`}>{children}</span>;
}

/** The status of a verification. */
export function StatusPill({ status }: { status: Status }) {
  return <Pill tone={TONES[status]}>{t(`status.${status}`)}</Pill>;
}

/** The relative time, with the exact time as a tooltip. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExactly(at)}>
      {formatAgo(at)}
    </time>
  );
}

/** Until when a record may wait for a review, with the exact time as a tooltip. An overdue one also has an icon and says so. */
export function Due({ at }: { at: string }) {
  const leftMs = new Date(at).getTime() - nowMs();
  const time = formatDuration(Math.max(1000, Math.abs(leftMs)));
  const isOver = leftMs < 0;
  return (
    <time class={isOver ? 'due over gap-4 inline small' : 'due small faint'} dateTime={at} title={formatExactly(at)}>
      {isOver && <Icon name="clock" />}
      {t(isOver ? 'due.over' : 'due.in', { time })}
    </time>
  );
}

/** Day and time. */
export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExactly(at)}>
      {formatWhen(at)}
    </time>
  );
}

const SHOWN_CHARS = 12;

/** Copies a text to the clipboard, and tells whether the browser allowed that: if not, the text can be selected. */
async function copy(text: string): Promise<boolean> {
  try {
    // A page served over plain HTTP from another machine has no clipboard at all.
    await navigator.clipboard.writeText(text);
  } catch {
    toast(t('action.not_copied'), 'bad');
    return false;
  }
  announce(t('action.copied'));
  return true;
}

/** The beginning of a hash. The tooltip shows all of it, and a click copies it. */
export function Hash({ hex }: { hex: string }) {
  return (
    <span class="hash gap-4 inline nowrap">
      <code title={hex} dir="ltr">
        {hex.slice(0, SHOWN_CHARS)}…
      </code>
      <IconButton icon="copy" label={t('hash.copy')} onClick={() => void copy(hex)} />
    </span>
  );
}

const SHOWN_MS = 2_000;

/** A button that copies a text, and says so. */
export function CopyButton({ text, label = t('action.copy') }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <Button
      icon={copied ? 'check' : 'copy'}
      onClick={async () => {
        if (!(await copy(text))) return;
        setCopied(true);
        setTimeout(() => setCopied(false), SHOWN_MS);
      }}
      label={copied ? t('action.copied') : label}
    />
  );
}

/** Codes, one after the other. */
export function Codes({ of, class: look }: { of: readonly string[]; class?: string }) {
  return of.map((code) => (
    <code key={code} dir="ltr" class={look}>
      {code}
    </code>
  ));
}

/** A secret that is shown once, with its copy button. */
export function Secret({ text, label }: { text: string; label: string }) {
  return (
    <div class="secret actions">
      <output aria-label={label} dir="ltr">
        {text}
      </output>
      <CopyButton text={text} />
    </div>
  );
}

interface ScaleMark {
  at: number;
  label: string;
}

/** A score 0..1 on a scale with its thresholds. The text next to it contains the same. */
export function Scale({ score, marks, label }: { score: number; marks: readonly ScaleMark[]; label: string }) {
  return (
    <div class="scale">
      <svg viewBox="0 0 200 12" preserveAspectRatio="none" role="img" aria-label={`${label}: ${formatNumber(score)}`}>
        <rect class="scale-ground" x="0" y="3" width="200" height="6" rx="3" />
        <rect class="scale-value" x="0" y="3" width={Math.max(2, score * 200)} height="6" rx="3" />
        {marks.map((mark) => (
          <line key={mark.label} class="scale-mark" x1={mark.at * 200} x2={mark.at * 200} y1="0" y2="12" />
        ))}
      </svg>
      <p class="small faint">{marks.map((mark) => `${mark.label} ${formatNumber(mark.at)}`).join(' · ')}</p>
    </div>
  );
}

/** A column: its heading, the content of a cell, and its style: numbers aligned to the end, or hidden on a narrow window. */
export type Column<T> = readonly [
  label: ComponentChildren,
  cell: (row: T) => ComponentChildren,
  look?: 'numeric' | 'wide-only' | 'numeric wide-only' | 'nowrap wide-only',
];

interface TableProps<T> {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  /** The key of a row; by default its `id`. */
  keyOf?: (row: T) => string;
  class?: string;
  /** The class of its scrolling frame; null: no frame. */
  frame?: string | null;
  rowClass?: (row: T) => string;
  /** Whether the first cell of each row is its header. */
  named?: boolean;
}

const idOf = (row: unknown): string => (row as { id: string }).id;

/** A table with column headings. The caption is only for screen readers. */
export function Table<T>({ caption, columns, rows, keyOf = idOf, rowClass, named = false, ...props }: TableProps<T>) {
  const { frame = 'table-frame' } = props;
  const table = (
    <table class={props.class}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(([label, , look], i) => (
            <th key={i} scope="col" class={look}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} class={rowClass?.(row)}>
            {columns.map(([, cell, look], i) =>
              named && i === 0 ? (
                <th key={i} scope="row" class={look}>
                  {cell(row)}
                </th>
              ) : (
                <td key={i} class={look}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (frame === null) return table;
  return (
    <div class={frame} tabIndex={0} role="region" aria-label={caption}>
      {table}
    </div>
  );
}
