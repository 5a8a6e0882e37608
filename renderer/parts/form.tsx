import { type ComponentChildren, cloneElement, type HTMLAttributes, type TargetedEvent, type VNode } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { ApiError } from '../client/api.ts';
import { t } from '../text/text.ts';
import { Button, IconButton } from './button.tsx';
import { ActError, submitting, toast, useAct } from './page.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  wide?: boolean;
}

/** The fields that can get the first focus. A file input is reached by its button. */
const FIELD = ':is(input:not([type=file]), select, textarea):enabled';

/** A native dialog: it focuses its first field, traps the focus, returns it, and closes on Escape. It is open while it is rendered. */
export function Dialog({ title, onClose, children, wide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headId = useId();
  const isGone = useRef(false);
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    // By default the browser would focus the close button.
    shown?.querySelector<HTMLElement>(FIELD)?.focus();
    return () => {
      isGone.current = true;
      shown?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={headId}
      onCancel={(event) => {
        // A file chooser inside the dialog fires an event of the same name when it closes.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (isGone.current) return;
        // Chromium closes at a second Escape in a row without asking. A dialog that must stay is opened again.
        onClose();
        setTimeout(() => {
          if (!isGone.current && !dialog.current?.open) dialog.current?.showModal();
        });
      }}
    >
      <header class="row between">
        <h2 id={headId}>{title}</h2>
        <IconButton icon="cross" label={t('action.close')} onClick={onClose} />
      </header>
      {children}
    </dialog>
  );
}

interface ActFormProps {
  submitLabel: string;
  look?: 'primary' | 'danger' | undefined;
  /** Runs the action; an `ApiError` that it throws is shown. */
  onSubmit: () => Promise<unknown>;
  onCancel: () => void;
  disabled?: boolean | undefined;
  /** Set by a caller that needs the action's state. */
  act: ReturnType<typeof useAct>;
  children: ComponentChildren;
}

/** A form that runs one action, with a cancel button. */
export function ActForm({ submitLabel, look = 'primary', disabled = false, act, ...props }: ActFormProps) {
  return (
    <form onSubmit={submitting(() => act.run(props.onSubmit))}>
      {props.children}
      <ActError error={act.error} />
      <footer class="actions">
        <Button look="quiet" disabled={act.busy} onClick={props.onCancel} label={t('action.cancel')} />
        <Button look={look} type="submit" busy={act.busy} disabled={disabled} label={submitLabel} />
      </footer>
    </form>
  );
}

export interface FormDialogProps extends DialogProps, Pick<ActFormProps, 'look' | 'onSubmit' | 'disabled'> {
  /** By default the title. */
  submitLabel?: string;
  /** The message after success. */
  done?: string;
  onDone?: () => void;
}

/** A dialog with a form that runs one action; it closes after success. */
export function FormDialog({ submitLabel, look, onSubmit, disabled, done, onDone, ...dialog }: FormDialogProps) {
  const act = useAct();
  // Closing would not stop the action, and would hide its result.
  const close = (): void => {
    if (!act.busy) dialog.onClose();
  };
  const submit = async (): Promise<void> => {
    await onSubmit();
    if (done !== undefined) toast(done);
    onDone?.();
    dialog.onClose();
  };
  return (
    <Dialog {...dialog} onClose={close}>
      <ActForm
        submitLabel={submitLabel ?? dialog.title}
        look={look}
        onSubmit={submit}
        onCancel={close}
        disabled={disabled}
        act={act}
      >
        {dialog.children}
      </ActForm>
    </Dialog>
  );
}

interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  /** What is wrong with the value. */
  error?: string | null | undefined;
  optional?: string;
  /** One native form element. */
  children: VNode<HTMLAttributes<HTMLElement>>;
}

/** A form element with its label, hint and error, connected for screen readers. */
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
  /** Whether the label is visible; otherwise it is only for screen readers. */
  labelled?: boolean;
  class?: string;
  disabled?: boolean;
}

/** A choice between a few options that are all visible. */
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

/** Radio buttons, each with its label and meaning. `name`: of the group. */
export function Radios<T extends string | boolean>(props: {
  name: string;
  options: readonly (readonly [value: T, label: ComponentChildren, hint?: string])[];
  chosen: T | null;
  onChoose: (value: T) => void;
}) {
  return props.options.map(([value, label, hint]) => (
    <label key={value} class="check">
      <input type="radio" name={props.name} checked={props.chosen === value} onChange={() => props.onChoose(value)} />
      <span>
        {label}
        {hint && <span class="hint">{hint}</span>}
      </span>
    </label>
  ));
}

interface CheckProps {
  label: ComponentChildren;
  hint?: ComponentChildren;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** The options of a `<select>`. */
export function Options({ of }: { of: readonly (readonly [value: string, label: string])[] }) {
  return of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/** A checkbox with its label. */
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

interface ChecksProps<T> {
  options: readonly (readonly [value: T, label: ComponentChildren])[];
  chosen: readonly T[];
  onChange: (chosen: readonly T[]) => void;
}

/** A checkbox for each of several options. */
export function Checks<T extends string>({ options, chosen, onChange }: ChecksProps<T>) {
  const others = (value: T): T[] => chosen.filter((one) => one !== value);
  return options.map(([value, label]) => (
    <Check
      key={value}
      label={label}
      checked={chosen.includes(value)}
      onChange={(on) => onChange(on ? [...chosen, value] : others(value))}
    />
  ));
}

/** Returns the appliance's error for one field of a refused request; null if there is none. */
export function errorOf(error: ApiError | null, field: string): string | null {
  return error?.problem.errors.find((item) => item.field === field)?.message ?? null;
}

/** Attributes of fields for codes: left to right, without spell checking. */
export const CODE = {
  class: 'mono',
  dir: 'ltr',
  autocomplete: 'off',
  autocapitalize: 'off',
  spellcheck: false,
} as const;

/** Attributes of a login field. */
export const LOGIN = { autocomplete: 'username', autocapitalize: 'off', spellcheck: false, required: true } as const;

/** Returns the value of an input event. */
export function typed(event: TargetedEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>): string {
  return event.currentTarget.value;
}

type Typing = Parameters<typeof typed>[0];

/** Returns an event handler that passes the typed text on. */
export const typing = (take: (text: string) => void) => (event: Typing) => take(typed(event));
