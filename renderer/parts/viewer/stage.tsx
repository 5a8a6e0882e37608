import type { Signal } from '@preact/signals';
import type { TargetedKeyboardEvent, TargetedPointerEvent, TargetedWheelEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../text/text.ts';
import { Button } from '../button.tsx';
import { Empty, Loading } from '../page.tsx';
import { problemText } from '../problem-text.ts';
import {
  centredOn,
  fittedSize,
  heldInside,
  type Look,
  type Size,
  transformOf,
  useRoom,
  WHOLE,
  ZOOM_STEP,
  zoomAt,
} from './geometry.ts';
import { type Lit, type PictureBox, usePicture } from './picture.ts';

/** Widths in which the appliance renders pages: for the whole page, and for a closer view. */
const WIDTHS = { whole: 1280, near: 1920 } as const;
const NEAR_FROM = 1.5;
const PAN_STEP_PIXELS = 60;
/** Between a box and its content, in shares of the picture. */
const PAD = 0.004;

interface StageProps {
  /** The page's path; its width and turn are added. */
  picture: string;
  turn: number;
  label: string;
  document: string;
  boxes: readonly PictureBox[];
  lit: Signal<Lit | null>;
  look: Look;
  onLook: (look: Look) => void;
}

/** Shows one page: drag, wheel, double click and arrow keys move it; boxes and their values highlight each other. */
export function Stage({ picture, turn, label, document, boxes, lit, look, onLook }: StageProps) {
  const view = useRef<HTMLDivElement>(null);
  const room = useRoom(view);
  const [natural, setNatural] = useState<Size | null>(null);
  const width = look.zoom > NEAR_FROM ? WIDTHS.near : WIDTHS.whole;
  const { url, error, retry } = usePicture(picture, `?width=${width}&turn=${turn}`);
  const drag = useRef<{ x: number; y: number } | null>(null);
  const endDrag = (): void => {
    drag.current = null;
  };
  const fitted = natural && room ? fittedSize(room, natural, look) : null;
  const held = fitted && room ? heldInside(look, room, fitted) : look;
  const litKey = lit.value?.document === document ? lit.value.key : null;
  useEffect(() => {
    const box = lit.value?.go ? boxes.find(({ key }) => key === litKey) : undefined;
    if (box && fitted && look.zoom > 1) onLook(centredOn(look, box, fitted));
  }, [lit.value, fitted !== null]);
  const pointOf = (event: { clientX: number; clientY: number }): { x: number; y: number } => {
    const { left, top, width: wide, height: high } = view.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: event.clientX - left - wide / 2, y: event.clientY - top - high / 2 };
  };
  const onWheel = (event: TargetedWheelEvent<HTMLDivElement>): void => {
    event.preventDefault();
    onLook(zoomAt(held, event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP, pointOf(event)));
  };
  const onMove = (event: TargetedPointerEvent<HTMLDivElement>): void => {
    if (drag.current) {
      onLook({ ...held, x: held.x + event.clientX - drag.current.x, y: held.y + event.clientY - drag.current.y });
      drag.current = { x: event.clientX, y: event.clientY };
      return;
    }
    const key = event.target instanceof Element ? event.target.getAttribute('data-key') : null;
    if (key !== litKey) lit.value = key ? { document, key } : null;
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const step = PAN[event.key];
    if (!step) return;
    event.preventDefault();
    onLook({ ...held, x: held.x + step[0] * PAN_STEP_PIXELS, y: held.y + step[1] * PAN_STEP_PIXELS });
  };
  if (error) {
    return (
      <div class="stage-view frame">
        <Empty icon="file" title={t('viewer.unavailable')}>
          <p>{problemText(error)}</p>
          <Button icon="refresh" onClick={retry} label={t('action.retry')} />
        </Empty>
      </div>
    );
  }
  return (
    <div
      ref={view}
      class={`stage-view frame${look.zoom > 1 ? ' zoomed' : ''}`}
      dir="ltr"
      tabIndex={0}
      role="group"
      aria-label={t('viewer.picture', { name: label })}
      onWheel={onWheel}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (look.zoom === 1) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={onMove}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
      onPointerLeave={() => {
        if (!drag.current && litKey) lit.value = null;
      }}
      onClick={(event) => {
        const key = event.target instanceof Element ? event.target.getAttribute('data-key') : null;
        if (key) lit.value = { document, key, picked: true };
      }}
      onDblClick={(event) =>
        onLook(look.zoom > 1 ? { ...WHOLE, quarters: look.quarters } : zoomAt(held, ZOOM_STEP ** 3, pointOf(event)))
      }
    >
      {!url && <Loading />}
      {url && (
        <div
          class="stage"
          style={
            fitted
              ? { inlineSize: `${fitted.width}px`, blockSize: `${fitted.height}px`, transform: transformOf(held) }
              : {}
          }
        >
          <img
            src={url}
            alt={t('viewer.picture', { name: label })}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setNatural({ width: naturalWidth, height: naturalHeight })
            }
          />
          {fitted && <Boxes boxes={boxes} lit={litKey} zoom={held.zoom} />}
        </div>
      )}
    </div>
  );
}

const PAN: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Only visual: each box is also a field next to the picture. */
function Boxes({ boxes, lit, zoom }: { boxes: readonly PictureBox[]; lit: string | null; zoom: number }) {
  return (
    <svg
      class="boxes whole"
      style={{ '--zoom': String(zoom) }}
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {boxes.map(({ key, label, x, y, width, height }, i) => (
        <rect
          key={`${key}${i}`}
          class={key === lit ? 'box lit' : 'box'}
          data-key={key}
          x={x - PAD}
          y={y - PAD}
          width={width + 2 * PAD}
          height={height + 2 * PAD}
        >
          <title>{label}</title>
        </rect>
      ))}
    </svg>
  );
}
