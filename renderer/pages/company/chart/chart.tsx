import type { TargetedKeyboardEvent, TargetedPointerEvent, TargetedWheelEvent } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { IconButton } from '../../../parts/button.tsx';
import { type Look, type Size, useRoom, WHOLE, ZOOM_STEP } from '../../../parts/viewer/geometry.ts';
import { textDirection } from '../../../text/locale.ts';
import { t } from '../../../text/text.ts';
import { describeParty } from '../describe.ts';
import { COMPANY, formatPercent, type Party, type Share } from '../parties.ts';
import { ChartBox } from './box.tsx';
import { contentOf, createMeasure } from './content.ts';
import { CHART } from './layers.ts';
import { layOut, type PlacedLink, type Step, walk } from './layout.ts';
import { pathText } from './route.ts';
import { firstLook, heldLook, viewOf, wholeScale, withBox, zoomTo } from './view.ts';

interface ChartProps {
  parties: readonly Party[];
  shares: readonly Share[];
  /** Chains through which sanctioned owners count. */
  chains: readonly (readonly string[])[];
  current: string;
  onCurrent: (party: string) => void;
}

/** The ownership chart: the company on the inner side, its owners outwards. Arrow keys move in it; it can be zoomed and panned. */
export function OwnershipChart({ parties, shares, chains, current, onCurrent }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const room = useRoom(frame);
  const rtl = textDirection() === 'rtl';
  const drawn = useMemo(() => drawnShares(shares, chains), [shares, chains]);
  const contents = useMemo(() => {
    const measure = createMeasure();
    return new Map(parties.map((party) => [party.id, contentOf(party, measure)]));
  }, [parties, rtl, t('company.this')]);
  const chart = useMemo(() => {
    const boxes = parties.map(({ id }) => ({ id, height: contents.get(id)?.height ?? 0 }));
    return layOut(
      COMPANY,
      boxes,
      drawn.map(({ key, owner, owned }) => ({ id: key, owner, owned })),
    );
  }, [parties, drawn, contents]);
  const toX = (x: number): number => (rtl ? chart.width - x : x);
  const toLeft = (x: number, width: number): number => (rtl ? chart.width - x - width : x);
  const root = chart.boxes.find(({ id }) => id === COMPANY);
  const [chosen, setChosen] = useState<Look | null>(null);
  // A reloaded record builds the chart again, usually the same one. Then the zoom stays.
  useEffect(() => setChosen(null), [JSON.stringify(chart.boxes), room?.width]);
  const first =
    room && root
      ? firstLook(chart, room, { x: toLeft(root.x, root.width) + root.width / 2, y: root.y + root.height / 2 })
      : WHOLE;
  const look = chosen ?? first;
  const drag = useRef<{ x: number; y: number } | null>(null);
  const endDrag = (): void => {
    drag.current = null;
  };
  const apply = (change: (room: Size) => Look): void => {
    if (room) setChosen(heldLook(chart, room, change(room)));
  };
  const zoom = (factor: number, point?: { x: number; y: number }): void =>
    apply((now) => zoomTo(look, factor, wholeScale(chart, now), point));
  const show = (id: string): void => {
    onCurrent(id);
    const box = chart.boxes.find((one) => one.id === id);
    if (box) apply((now) => withBox(chart, now, look, { ...box, x: toLeft(box.x, box.width) }));
  };
  const go = (from: string, step: Step): void => {
    const next = walk(chart, from, step);
    if (next) frame.current?.querySelector<SVGGElement>(`[data-party="${CSS.escape(next)}"]`)?.focus();
  };
  const onKeyDown = (event: TargetedKeyboardEvent<SVGGElement>, id: string): void => {
    const step = stepOf(event.key, rtl);
    if (step) go(id, step);
    else if (event.key === '+' || event.key === '-') zoom(event.key === '+' ? ZOOM_STEP : 1 / ZOOM_STEP);
    else if (event.key === 'f') setChosen(WHOLE);
    else return;
    event.preventDefault();
  };
  const onWheel = (event: TargetedWheelEvent<HTMLDivElement>): void => {
    // The plain wheel scrolls the page. With Ctrl, as a pinch gesture on a touchpad sends it, it zooms.
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    zoom(event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP, {
      x: event.clientX - left - width / 2,
      y: event.clientY - top - height / 2,
    });
  };
  const onMove = (event: TargetedPointerEvent<HTMLDivElement>): void => {
    const from = drag.current;
    if (!from) return;
    drag.current = { x: event.clientX, y: event.clientY };
    apply(() => ({ ...look, x: look.x + event.clientX - from.x, y: look.y + event.clientY - from.y }));
  };
  const shareOf = new Map(drawn.map((share) => [share.key, share]));
  const names = new Map(parties.map(({ id, name }) => [id, name]));
  return (
    <div class="ownership-chart">
      <div class="owner-tools gap-4 row">
        <p class="small faint">{t('company.chart_keys')}</p>
        <IconButton icon="zoomOut" label={t('action.zoom_out')} onClick={() => zoom(1 / ZOOM_STEP)} />
        <IconButton icon="zoomIn" label={t('action.zoom_in')} onClick={() => zoom(ZOOM_STEP)} />
        <IconButton icon="fit" label={t('company.fit')} onClick={() => setChosen(WHOLE)} />
      </div>
      <div
        ref={frame}
        class="owner-frame frame"
        style={{ blockSize: `${frameHeight(chart)}px` }}
        onWheel={onWheel}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          drag.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={onMove}
        onPointerUp={endDrag}
        onPointerLeave={endDrag}
      >
        {room && (
          <svg
            role="group"
            aria-label={t('company.chart')}
            width={room.width}
            height={room.height}
            viewBox={viewOf(chart, room, look).viewBox}
          >
            <ChartLines links={chart.links} shareOf={shareOf} toX={toX} current={current} />
            {chart.boxes.map((box) => {
              const party = parties.find(({ id }) => id === box.id);
              const content = contents.get(box.id);
              if (!party || !content) return null;
              return (
                <ChartBox
                  key={box.id}
                  box={box}
                  party={party}
                  content={content}
                  toLeft={toLeft}
                  toX={toX}
                  label={describeParty(party, shares, names)}
                  current={box.id === current}
                  onFocus={() => show(box.id)}
                  onKeyDown={(event) => onKeyDown(event, box.id)}
                />
              );
            })}
          </svg>
        )}
      </div>
    </div>
  );
}

const HEIGHT_MIN = 220;
/** Share of the window's height. */
const HEIGHT_SHARE_MAX = 0.72;

function frameHeight({ height }: Size): number {
  return Math.max(HEIGHT_MIN, Math.min(height, innerHeight * HEIGHT_SHARE_MAX));
}

function drawnShares(shares: readonly Share[], chains: ChartProps['chains']): DrawnShare[] {
  const steps = new Set(chains.flatMap((chain) => chain.slice(1).map((owned, i) => `${chain[i]}>${owned}`)));
  return shares
    .map((share, i) => ({ ...share, key: `${i}`, grave: steps.has(`${share.owner}>${share.owned}`) }))
    .toSorted((a, b) => b.percent.max - a.percent.max);
}

function stepOf(key: string, rtl: boolean): Step | null {
  if (key === 'Home') return 'root';
  if (key === 'ArrowUp') return 'above';
  if (key === 'ArrowDown') return 'below';
  if (key === 'ArrowRight') return rtl ? 'inwards' : 'outwards';
  return key === 'ArrowLeft' ? (rtl ? 'outwards' : 'inwards') : null;
}

const LABEL_HEIGHT = 16;
const HEAD = 7;

interface DrawnShare extends Share {
  key: string;
  /** On a chain through which sanctioned owners count. */
  grave: boolean;
}

interface LinesProps {
  links: readonly PlacedLink[];
  shareOf: ReadonlyMap<string, DrawnShare>;
  toX: (x: number) => number;
  /** The party whose shares are highlighted. */
  current: string;
}

/**
 * The shares: a line from each owner to what it owns, with the percentage next to the owner. Only visual: the boxes and the table contain the same.
 */
function ChartLines({ links, shareOf, toX, current }: LinesProps) {
  const drawn = links.flatMap((link) => {
    const share = shareOf.get(link.link.id);
    return share ? [{ link, share, near: share.owner === current || share.owned === current }] : [];
  });
  // Highlighted lines are drawn on top.
  const sorted = drawn.toSorted((a, b) => Number(a.near) - Number(b.near));
  return (
    <g aria-hidden="true">
      {sorted.map(({ link, share, near }) => (
        <g key={share.key} class={classOf(share, link.back, near)}>
          <path class="line" d={pathText(link, toX)} />
          <path class="head" d={headText(link, toX)} />
        </g>
      ))}
      {sorted.map(({ link, share, near }) => (
        <Label key={share.key} link={link} share={share} near={near} toX={toX} />
      ))}
    </g>
  );
}

interface LabelProps {
  link: PlacedLink;
  share: DrawnShare;
  near: boolean;
  toX: LinesProps['toX'];
}

function Label({ link, share, near, toX }: LabelProps) {
  const text = formatPercent(share.percent);
  const width = CHART.labelWidth - 10;
  const [x, y] = [toX(link.label.x), link.label.y];
  return (
    <g class={classOf(share, link.back, near)}>
      <rect
        class="share-ground"
        x={x - width / 2}
        y={y - LABEL_HEIGHT / 2}
        width={width}
        height={LABEL_HEIGHT}
        rx={3}
      />
      <text class="label" x={x} y={y + 4} text-anchor="middle">
        {link.back ? `↻ ${text}` : text}
      </text>
    </g>
  );
}

const classOf = (share: DrawnShare, back: boolean, near: boolean): string =>
  ['share-line', share.source, back && 'back', share.grave && 'grave', near && 'near'].filter(Boolean).join(' ');

/** Returns an arrowhead that ends where the line ends. */
function headText({ head }: PlacedLink, toX: (x: number) => number): string {
  const { x, y, towards } = head;
  if (towards === 'down') return `M${toX(x)} ${y}l${-HEAD / 2} ${-HEAD}h${HEAD}z`;
  const inwards = textDirection() === 'rtl' ? 1 : -1;
  const side = (towards === 'inwards' ? inwards : -inwards) * -HEAD;
  return `M${toX(x)} ${y}l${side} ${-HEAD / 2}v${HEAD}z`;
}
