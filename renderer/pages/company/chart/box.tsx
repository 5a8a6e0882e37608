import type { TargetedKeyboardEvent } from 'preact';
import { type IconName, iconPath } from '../../../parts/button.tsx';
import { isolated } from '../../../text/text.ts';
import type { Mark, Party } from '../parties.ts';
import { COMPANY } from '../parties.ts';
import { type Content, INNER } from './content.ts';
import type { PlacedBox } from './layers.ts';

export const MARK_LOOKS: Readonly<Record<Mark, { icon: IconName; tone: string }>> = {
  sanctioned: { icon: 'alert', tone: 'bad' },
  blocked: { icon: 'lock', tone: 'bad' },
  pep: { icon: 'people', tone: 'warn' },
  hit: { icon: 'search', tone: 'warn' },
  owner: { icon: 'check', tone: 'accent' },
  open: { icon: 'help', tone: 'warn' },
};

interface BoxProps {
  box: PlacedBox;
  party: Party;
  content: Content;
  /** Returns where a range of the chart begins from the left; mirrored if text runs from right to left. */
  toLeft: (x: number, width: number) => number;
  toX: (x: number) => number;
  /** Everything that the chart shows about the party, for screen readers. */
  label: string;
  current: boolean;
  onFocus: () => void;
  onKeyDown: (event: TargetedKeyboardEvent<SVGGElement>) => void;
}

/** A party on the chart: name, share and marks in words. */
export function ChartBox({ box, party, content, toLeft, toX, label, current, onFocus, onKeyDown }: BoxProps) {
  const { padding, iconWidth, lineHeight, subHeight, chipHeight, chipPadding, chipSign } = INNER;
  const top = box.y + (box.height - content.height) / 2;
  const start = toX(box.x + padding + iconWidth);
  const grave = party.marks.includes('sanctioned') || party.marks.includes('blocked');
  const kind = party.id === COMPANY ? 'root' : party.type;
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it does nothing but be walked to; its label tells what is drawn in it
    <g
      class={`party-box ${kind}${grave ? ' grave' : ''}${current ? ' current' : ''}`}
      role="img"
      tabIndex={current ? 0 : -1}
      aria-label={label}
      aria-current={current}
      data-party={party.id}
      onFocus={onFocus}
      onClick={(event) => event.currentTarget.focus()}
      onKeyDown={onKeyDown}
    >
      <title>{party.name}</title>
      <rect
        class="ground"
        x={toLeft(box.x, box.width)}
        y={box.y}
        width={box.width}
        height={box.height}
        rx={party.type === 'person' && kind !== 'root' ? Math.min(18, box.height / 2) : 6}
      />
      <path
        class="sign"
        transform={`translate(${toLeft(box.x + padding - 2, 18)} ${top + padding - 1}) scale(0.9)`}
        d={iconPath(party.type === 'person' ? 'person' : 'company')}
      />
      {content.lines.map((line, i) => (
        <text key={i} class="name" x={start} y={top + padding + (i + 0.76) * lineHeight}>
          {isolated(line)}
        </text>
      ))}
      {content.sub !== null && (
        <text class="sub" x={start} y={top + padding + content.lines.length * lineHeight + 0.72 * subHeight}>
          {content.sub}
        </text>
      )}
      {content.chips.map((chip) => (
        <g key={chip.mark} class={`chip ${MARK_LOOKS[chip.mark].tone}`}>
          <rect
            x={toLeft(box.x + chip.x, chip.width)}
            y={top + chip.y}
            width={chip.width}
            height={chipHeight}
            rx={chipHeight / 2}
          />
          <path
            class="sign"
            transform={`translate(${toLeft(box.x + chip.x + chipPadding - 2, 13)} ${top + chip.y + 3}) scale(0.65)`}
            d={iconPath(MARK_LOOKS[chip.mark].icon)}
          />
          <text x={toX(box.x + chip.x + chipPadding + chipSign - 1)} y={top + chip.y + chipHeight * 0.69}>
            {chip.text}
          </text>
        </g>
      ))}
    </g>
  );
}
