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

interface CheckProps {
  label: ComponentChildren;
  hint?: ComponentChildren;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
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

/** The value of an input event. */
export function typed(event: TargetedEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>): string {
  return event.currentTarget.value;
}
