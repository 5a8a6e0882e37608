import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

/** The text is either the `label` or the children. */
type Own = {
  look?: Look;
  busy?: boolean;
  icon?: IconName;
  keys?: string;
  label?: string;
  children?: ComponentChildren;
};

/**
 * A button. `busy`: it works and ignores further clicks, but keeps the focus, which a disabled button would lose. `keys`: its keyboard shortcut,
 * shown next to the label.
 */
export function Button({
  look = 'plain',
  busy = false,
  icon,
  keys,
  label,
  children,
  class: extra,
  onClick,
  ...rest
}: Own & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      {...rest}
      class={`button ${look} ${extra ?? ''}`}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.call(event.currentTarget, event);
      }}
    >
      {icon && <Icon name={icon} />}
      {label}
      {children}
      {keys && <kbd aria-hidden="true">{keys}</kbd>}
    </button>
  );
}

/** A button with only an icon; `label` is for screen readers and the tooltip. */
export function IconButton({
  icon,
  label,
  class: extra,
  ...rest
}: { icon: IconName; label: string } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon'>) {
  return (
    <button type="button" {...rest} class={`button quiet icon-only ${extra ?? ''}`} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  look = 'plain',
  icon,
  keys,
  label,
  children,
  ...rest
}: Own & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} class={`button ${look}`}>
      {icon && <Icon name={icon} />}
      {label}
      {children}
      {keys && <kbd aria-hidden="true">{keys}</kbd>}
    </a>
  );
}

/** The console's own icons, on a grid of 20: strokes in the text's colour. */
const PATHS = {
  queue: 'M3.500 5h13M3.500 10h13M3.500 15h8',
  plus: 'M10 4v12M4 10h12',
  search: 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM13.500 13.500L17 17',
  alert: 'M10 3.500l7 12.500H3zM10 8.500v3.500M10 14v.01',
  list: 'M4 3.500h12v13H4zM7 7.500h6M7 10.500h6M7 13.500h3',
  register: 'M3.500 17V7.500L10 3.500l6.500 4V17zM8 17v-4h4v4M7 9.500h.01M10 9.500h.01M13 9.500h.01',
  shield: 'M10 3l6 2.500V10c0 3.500-2.500 6-6 7-3.500-1-6-3.500-6-7V5.500zM7.500 10l2 2 3.500-4',
  webhook:
    'M5 12.500a3 3 0 1 0 3 3h6M10 4a3 3 0 0 0-1.500 5.600L5.500 14.500M12.800 5.500a3 3 0 1 0-2.800 4M11.500 8.500l3 5a2.500 2.500 0 1 1-1.500 4.500',
  key: 'M7.500 12.500a3.500 3.500 0 1 0 0-.01zM10.500 11l6-6M14 7.500l2 2',
  people:
    'M7.500 9a2.800 2.800 0 1 0 0-5.600A2.800 2.800 0 0 0 7.500 9zM2.500 16.500c0-3 2.200-5 5-5s5 2 5 5M13 4a2.600 2.600 0 0 1 0 5M14.500 11.800c1.800.6 3 2.300 3 4.700',
  policy: 'M4 5h6M14 5h2M4 10h2M10 10h6M4 15h8M16 15h.01M12 3.500v3M8 8.500v3M14 13.500v3',
  system: 'M3.500 4h13v8.500h-13zM7 16.500h6M10 12.500v4',
  figures: 'M3.500 16.500h13M5.500 13.500V9.500M10 13.500V4.500M14.500 13.500V7.500',
  audit: 'M5 3h7l3 3v11H5zM12 3v3h3M7.500 10.500l1.500 1.500 3-3.500',
  person: 'M10 9.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 17c0-3.300 2.700-5.500 6-5.500s6 2.200 6 5.500',
  company: 'M4 17V4h7v13M11 8h5v9M6.500 7h2M6.500 10h2M6.500 13h2M13 11h1M13 14h1M2.500 17h15',
  check: 'M4 10.500l4 4 8-9',
  cross: 'M5 5l10 10M15 5L5 15',
  right: 'M8 4.500l5.500 5.500L8 15.500',
  left: 'M12 4.500L6.500 10l5.500 5.500',
  down: 'M4.500 7.500L10 13l5.500-5.500',
  up: 'M4.500 12.500L10 7l5.500 5.500',
  rotate: 'M15.500 7A6.500 6.500 0 1 0 16.500 11M16 3v4h-4',
  zoomIn: 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM13.500 13.500L17 17M9 6.500v5M6.500 9h5',
  zoomOut: 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM13.500 13.500L17 17M6.500 9h5',
  fit: 'M3.500 7V3.500H7M13 3.500h3.500V7M16.500 13v3.500H13M7 16.500H3.500V13',
  download: 'M10 3.500v9M6 9l4 4 4-4M4 16.500h12',
  upload: 'M10 13V4M6 7.500l4-4 4 4M4 16.500h12',
  camera: 'M3 6.500h3L7.500 4.500h5L14 6.500h3V16H3zM10 13.500a2.700 2.700 0 1 0 0-5.400 2.700 2.700 0 0 0 0 5.400z',
  file: 'M5 3h7l3 3v11H5zM12 3v3h3',
  trash: 'M4 6h12M8 6V4h4v2M6 6l.7 11h6.600L14 6',
  copy: 'M7 7h9v9.500H7zM4 13V3.500h9',
  lock: 'M5 9h10v8H5zM7 9V6.500a3 3 0 0 1 6 0V9',
  menu: 'M3.500 5.500h13M3.500 10h13M3.500 14.500h13',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  filter: 'M3 5h14M6 10h8M8.500 15h3',
  refresh: 'M16 10a6 6 0 1 1-2-4.500M16.500 3v3.500H13',
  sun: 'M10 13.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM10 2.500v1.500M10 16v1.500M2.500 10H4M16 10h1.500M4.700 4.700l1 1M14.300 14.300l1 1M4.700 15.300l1-1M14.300 5.700l1-1',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 9.500v4M10 6.500v.01',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6v4.500l3 1.500',
  help: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM8 8a2 2 0 1 1 2.800 1.800c-.5.300-.8.600-.8 1.200M10 13.800v.01',
  keyboard: 'M2.500 5.500h15v9h-15zM5 8.500h.01M8 8.500h.01M11 8.500h.01M14 8.500h.01M6.500 11.500h7',
  note: 'M4 4h12v9l-3.500 3.500H4zM7 8h6M7 11h4',
  play: 'M6 4l9 6-9 6z',
  pause: 'M7 4v12M13 4v12',
  logout: 'M8 3.500H4v13h4M12 6.500l4 3.500-4 3.500M16 10H8',
} as const;

export type IconName = keyof typeof PATHS;

/** Returns the same path for use within a drawing, on a grid of 20. */
export const iconPath = (name: IconName): string => PATHS[name];

/** An icon next to text; screen readers ignore it. Arrows in the reading direction are mirrored on a right-to-left page. */
export function Icon({ name }: { name: IconName }) {
  const mirrored = name === 'left' || name === 'right' || name === 'logout';
  return (
    <svg class={mirrored ? 'icon mirrored' : 'icon'} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

interface MenuProps {
  label: string;
  /** The content of the button; by default the "more" icon. */
  button?: ComponentChildren;
  children: ComponentChildren;
}

/** A button that opens a menu of buttons and links, as a native popover: Escape and a click outside close it. */
export function Menu({ label, button = <Icon name="more" />, children }: MenuProps) {
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  return (
    <div class="menu">
      <button type="button" class="button quiet" aria-label={label} popovertarget={id}>
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: whatever in it is chosen closes it */}
      <div id={id} ref={sheet} popover="auto" class="menu-sheet frame" onClick={() => sheet.current?.hidePopover()}>
        {children}
      </div>
    </div>
  );
}

/** One item of a menu. */
export function MenuItem({ icon, label, onClick }: { icon?: IconName; label: string; onClick: () => void }) {
  return (
    <button type="button" class="menu-item bare row" onClick={onClick}>
      {icon && <Icon name={icon} />}
      {label}
    </button>
  );
}
