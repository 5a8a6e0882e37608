import type { ComponentChildren } from 'preact';

interface OptionProps {
  name: string;
  label: string;
  checked: boolean;
  onChoose: () => void;
  /** What it means. */
  children: ComponentChildren;
}

/** One of several ways, with its words. */
export function Option({ name, label, checked, onChoose, children }: OptionProps) {
  return (
    <label class={checked ? 'setup-option chosen' : 'setup-option'}>
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <span>
        <strong>{label}</strong>
        <span class="hint">{children}</span>
      </span>
    </label>
  );
}
