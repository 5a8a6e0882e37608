import { textDirection } from '../../../text/locale.ts';
import { formatPercent, type Share } from '../parties.ts';
import { CHART } from './layers.ts';
import type { PlacedLink } from './layout.ts';
import { pathText } from './route.ts';

const LABEL_HEIGHT = 16;
const HEAD = 7;

export interface DrawnShare extends Share {
  key: string;
  /** On a chain by which sanctioned owners count. */
  grave: boolean;
}

interface LinesProps {
  links: readonly PlacedLink[];
  shareOf: ReadonlyMap<string, DrawnShare>;
  toX: (x: number) => number;
  /** Whose shares stand out. */
  current: string;
}

/** The shares: a line from each owner to what it owns, with the percent beside the owner. For the eye alone: boxes and table say the same. */
export function ChartLines({ links, shareOf, toX, current }: LinesProps) {
  const drawn = links.flatMap((link) => {
    const share = shareOf.get(link.link.id);
    return share ? [{ link, share, near: share.owner === current || share.owned === current }] : [];
  });
  // Those that stand out lie upon the others.
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

function Label({
  link,
  share,
  near,
  toX,
}: {
  link: PlacedLink;
  share: DrawnShare;
  near: boolean;
  toX: LinesProps['toX'];
}) {
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

/** An arrow's head that ends where the line ends. */
function headText({ head }: PlacedLink, toX: (x: number) => number): string {
  const { x, y, towards } = head;
  if (towards === 'down') return `M${toX(x)} ${y}l${-HEAD / 2} ${-HEAD}h${HEAD}z`;
  const inwards = textDirection() === 'rtl' ? 1 : -1;
  const side = (towards === 'inwards' ? inwards : -inwards) * -HEAD;
  return `M${toX(x)} ${y}l${side} ${-HEAD / 2}v${HEAD}z`;
}
