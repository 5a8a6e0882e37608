import { type ComponentChildren, cloneElement, type HTMLAttributes, type TargetedEvent, type VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { ApiError } from '../client/api.ts';

interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  /** What is wrong with the value. */
  error?: string | null | undefined;
  optional?: string;
  /** One native form element. */
  children: VNode<HTMLAttributes<HTMLElement>>;
}

/** A form element with its label, its hint and what is wrong with it, tied together for readers. */
export function Field({ label, hint, error, optional, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>
        {label}
        {optional && <span class="faint"> {optional}</span>}
      </label>
      {cloneElement(children, {
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true }),
      })}
      {hint && (
        <div class="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && (
        <div class="field-error" id={`${id}-error`}>
          {error}
        </div>
      )}
    </div>
  );
}

interface ChoiceProps<T> {
  label: string;
  options: readonly (readonly [value: T, label: ComponentChildren, disabled?: boolean])[];
  chosen: T | null;
  onChoose: (value: T) => void;
  /** Whether the label is seen; else it is read out alone. */
  labelled?: boolean;
  class?: string;
  disabled?: boolean;
}

/** One of a few, all seen at once. */
export function Choice<T extends string | boolean | null>(props: ChoiceProps<T>) {
  return (
    <fieldset class={`choice ${props.class ?? ''}`} disabled={props.disabled}>
      <legend class={props.labelled ? '' : 'unseen'}>{props.label}</legend>
      {props.options.map(([value, text, disabled]) => (
        <button
          key={value}
          type="button"
          aria-pressed={props.chosen === value}
          disabled={disabled}
          onClick={() => props.onChoose(value)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}

interface CheckProps {
  label: ComponentChildren;
  hint?: ComponentChildren;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** What can be chosen in a `<select>`. */
export function Options({ of }: { of: readonly (readonly [value: string, label: string])[] }) {
  return of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/** A box to tick, its words beside it. */
export function Check({ label, hint, checked, disabled = false, onChange }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        {hint && <span class="hint">{hint}</span>}
      </span>
    </label>
  );
}

/** What the appliance said of one field of a refused request; null where it said nothing. */
export function errorOf(error: ApiError | null, field: string): string | null {
  return error?.problem.errors.find((item) => item.field === field)?.message ?? null;
}

/** Of fields whose text is no prose: it is read from left to right, and no word of it is corrected. */
export const CODE = {
  class: 'mono',
  dir: 'ltr',
  autocomplete: 'off',
  autocapitalize: 'off',
  spellcheck: false,
} as const;

/** The value of an input event. */
export function typed(event: TargetedEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>): string {
  return event.currentTarget.value;
}

type Typing = Parameters<typeof typed>[0];

/** Hears an input, and gives on what is typed. */
export const typing = (take: (text: string) => void) => (event: Typing) => take(typed(event));
