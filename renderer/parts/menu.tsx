import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

/** A button that opens a sheet of further buttons and links, by the browser's own popover: Escape and a click beside it close it. */
export function Menu({
  label,
  button = <Icon name="more" />,
  children,
}: {
  label: string;
  /** Its words; without them a sign that there is more. */
  button?: ComponentChildren;
  children: ComponentChildren;
}) {
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  return (
    <div class="menu">
      <button type="button" class="button quiet" aria-label={label} popovertarget={id}>
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: whatever in it is chosen closes it */}
      <div id={id} ref={sheet} popover="auto" class="menu-sheet" onClick={() => sheet.current?.hidePopover()}>
        {children}
      </div>
    </div>
  );
}

/** One line of a menu. */
export function MenuItem({ icon, label, onClick }: { icon?: IconName; label: string; onClick: () => void }) {
  return (
    <button type="button" class="menu-item" onClick={onClick}>
      {icon && <Icon name={icon} />}
      {label}
    </button>
  );
}
