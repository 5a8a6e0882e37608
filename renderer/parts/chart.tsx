import { type ComponentChildren, Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { textDirection } from '../text/locale.ts';
import { formatNumber, t } from '../text/text.ts';
import { type Column, Table } from './values.tsx';
import './chart.css';

export interface Series {
  key: string;
  label: string;
  tone: 'accent' | 'good' | 'warn' | 'bad' | 'busy' | 'calm';
  /** Distinguishes the series from the others by more than its colour. */
  dashed?: boolean;
}

/** One position on the horizontal axis, with a value for each series; null if there is none. */
export interface ChartPoint {
  key: string;
  /** The position's name in the table and under the pointer. */
  label: string;
  /** Shown under the axis if there is room. */
  tick: string;
  values: readonly (number | null)[];
}

interface ChartProps {
  /** Describes the chart for screen readers and above the table. */
  label: string;
  /** The heading of the table's first column. */
  place: string;
  series: readonly Series[];
  points: readonly ChartPoint[];
  kind?: AxisKind;
  format?: (value: number) => string;
  /** Positions before this one are dimmed: they are below a threshold. */
  from?: number;
}

const NAMED_MAX = 5;

/** A stacked bar chart of the values at each position. */
export function Bars(props: ChartProps) {
  const sums = props.points.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  const ticks = axisTicks(Math.max(1, ...sums), props.kind);
  const top = ticks.at(-1) ?? 1;
  return (
    <Chart {...props} ticks={ticks}>
      {props.points.map(({ key, values }, i) => {
        let below = 0;
        return values.map((value, s) => {
          const height = ((value ?? 0) / top) * 100;
          below += height;
          const tone = props.series[s]?.tone ?? 'calm';
          const faint = props.from !== undefined && i < props.from ? ' faint' : '';
          if (height === 0) return null;
          return (
            <rect
              key={`${key} ${s}`}
              class={`chart-bar ${tone}${faint}`}
              x={i + 0.12}
              width={0.76}
              y={100 - below}
              height={height}
            />
          );
        });
      })}
      {props.from !== undefined && <line class="chart-mark" x1={props.from} x2={props.from} y1="0" y2="100" />}
    </Chart>
  );
}

/** A line chart with one line per series, broken where a value is missing. A value without neighbours is a dot; in dashed series a square. */
export function Lines(props: ChartProps) {
  const ticks = axisTicks(Math.max(1, ...props.points.flatMap(({ values }) => values.map((v) => v ?? 0))), props.kind);
  const top = ticks.at(-1) ?? 1;
  return (
    <Chart {...props} ticks={ticks}>
      {props.series.map(({ key, tone, dashed }, s) => {
        const values = props.points.map((point) => point.values[s] ?? null);
        const look = `${tone}${dashed ? ' dashed' : ''}`;
        return (
          <Fragment key={key}>
            <path class={`chart-line ${look}`} d={linePath(values, top)} />
            <path class={`chart-line chart-dot ${look}`} d={dotPath(values, top)} />
          </Fragment>
        );
      })}
    </Chart>
  );
}

function Chart(props: ChartProps & { ticks: readonly number[]; children: ComponentChildren }) {
  const { label, series, points, ticks, format = formatNumber } = props;
  const [pointed, setPointed] = useState<number | null>(null);
  const top = ticks.at(-1) ?? 1;
  const count = Math.max(1, points.length);
  const named = namedPlaces(points.length, NAMED_MAX);
  return (
    <figure class="chart" aria-label={label}>
      <Legend series={series} />
      <div class="chart-frame stack">
        <div class="chart-y stack faint" aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ insetBlockEnd: `${(tick / top) * 100}%` }}>
              {tick === 0 ? formatNumber(0) : format(tick)}
            </span>
          ))}
        </div>
        <div
          class="chart-plot"
          onPointerMove={(event) => setPointed(placeAt(event, points.length))}
          onPointerLeave={() => setPointed(null)}
        >
          {ticks.map((tick) => (
            <span key={tick} class="chart-grid" style={{ insetBlockEnd: `${(tick / top) * 100}%` }} />
          ))}
          <svg viewBox={`0 0 ${count} 100`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
            {pointed !== null && <rect class="chart-pointed" x={pointed} width="1" y="0" height="100" />}
            {props.children}
          </svg>
        </div>
        <div class="chart-x faint" aria-hidden="true">
          {named.map((i) => (
            <span key={points[i]?.key} style={{ insetInlineStart: `${((i + 0.5) / count) * 100}%` }}>
              <span>{points[i]?.tick}</span>
            </span>
          ))}
        </div>
      </div>
      <Readout point={points[pointed ?? -1]} series={series} format={format} />
      <AsTable {...props} format={format} />
    </figure>
  );
}

function Legend({ series }: Pick<ChartProps, 'series'>) {
  if (series.length < 2) return null;
  return (
    <ul class="chart-legend small row wrap">
      {series.map(({ key, label, tone, dashed }) => (
        <li key={key} class="row gap-6">
          <span class={`chart-key ${tone}${dashed ? ' dashed' : ''}`} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}

type Shown = Required<Pick<ChartProps, 'series' | 'format'>>;

/** The values of the position under the pointer; one line is reserved for them. */
function Readout({ point, series, format }: Shown & { point: ChartPoint | undefined }) {
  return (
    <p class="chart-readout small number" aria-hidden="true">
      {point && (
        <>
          <strong>{point.label}</strong>
          {series.map(({ key, label }, s) => (
            <Fragment key={key}>
              {' · '}
              {series.length > 1 && `${label} `}
              {valueText(point.values[s], format)}
            </Fragment>
          ))}
        </>
      )}
    </p>
  );
}

/** The same values as a table, for screen readers and for exact figures. */
function AsTable({ label, place, series, points, format }: ChartProps & Shown) {
  const [open, setOpen] = useState(false);
  return (
    <details class="chart-table small" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('chart.table')}</summary>
      {open && (
        <Table
          caption={label}
          rows={points}
          keyOf={({ key }) => key}
          named
          columns={[
            [place, (point) => point.label],
            ...series.map(
              (one, s): Column<ChartPoint> => [one.label, ({ values }) => valueText(values[s], format), 'numeric'],
            ),
          ]}
        />
      )}
    </details>
  );
}

const valueText = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value);

/** Returns the position under the pointer, counted in the reading direction. */
function placeAt(event: PointerEvent & { currentTarget: Element }, count: number): number | null {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const share = (event.clientX - left) / width;
  const along = textDirection() === 'rtl' ? 1 - share : share;
  const at = Math.floor(along * count);
  return at >= 0 && at < count ? at : null;
}

/** The possible steps of a duration axis, in ms: units that people count in. */
const TIME_STEPS_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000,
  900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 21_600_000, 43_200_000, 86_400_000, 172_800_000, 432_000_000,
  864_000_000,
] as const;
const STEPS_MAX = 4;

type AxisKind = 'count' | 'time';

/** Returns the ticks of an axis from 0 to at least `max`: at most four steps, each a round number. Counts have whole steps. */
export function axisTicks(max: number, kind: AxisKind = 'count'): number[] {
  const step = kind === 'time' ? timeStep(max) : countStep(max);
  const steps = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: steps + 1 }, (_, i) => i * step);
}

function countStep(max: number): number {
  const rough = Math.max(1, max / STEPS_MAX);
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = [1, 2, 5, 10].find((times) => times * power >= rough) ?? 10;
  return Math.ceil(round * power);
}

function timeStep(max: number): number {
  return TIME_STEPS_MS.find((step) => step * STEPS_MAX >= max) ?? countStep(max);
}

/** Returns which of `count` positions on an axis have labels: every `n`-th, at most `most`, including the last one. */
export function namedPlaces(count: number, most: number): number[] {
  const every = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: count }, (_, i) => i).filter((i) => (count - 1 - i) % every === 0);
}

type Values = readonly (number | null)[];

/** Returns the SVG path of a line through points at the middle of their positions, broken where a value is missing. `top`: the axis's maximum. */
export function linePath(values: Values, top: number): string {
  return values
    .map((value, i) =>
      value === null || isAlone(values, i) ? '' : `${isBegin(values, i) ? 'M' : 'L'}${at(value, i, top)}`,
    )
    .join('');
}

/** Returns the SVG path of points without neighbours: each is a line of zero length, whose caps make it a dot. */
export function dotPath(values: Values, top: number): string {
  return values.map((value, i) => (value !== null && isAlone(values, i) ? `M${at(value, i, top)}h0` : '')).join('');
}

const isBegin = (values: Values, i: number): boolean => (values[i - 1] ?? null) === null;
const isAlone = (values: Values, i: number): boolean => isBegin(values, i) && (values[i + 1] ?? null) === null;
const at = (value: number, i: number, top: number): string =>
  `${i + 0.5} ${Math.round((100 - (value / top) * 100) * 100) / 100}`;
