import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

type Own = { look?: Look; busy?: boolean; icon?: IconName; keys?: string };

/** `busy`: works, and takes no further click; it keeps the focus, which a disabled one would lose. `keys`: the key that does the same, shown beside the words. */
export function Button({
  look = 'plain',
  busy = false,
  icon,
  keys,
  children,
  class: extra,
  onClick,
  ...rest
}: Own & ButtonHTMLAttributes<HTMLButtonElement> & { children?: ComponentChildren }) {
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
      {children}
      {keys && <kbd aria-hidden="true">{keys}</kbd>}
    </button>
  );
}

/** A button of a sign alone; `label` is what it says to whoever does not see it, and what a pointer is told. */
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
  children,
  ...rest
}: Own & AnchorHTMLAttributes<HTMLAnchorElement> & { children?: ComponentChildren }) {
  return (
    <a {...rest} class={`button ${look}`}>
      {icon && <Icon name={icon} />}
      {children}
      {keys && <kbd aria-hidden="true">{keys}</kbd>}
    </a>
  );
}
