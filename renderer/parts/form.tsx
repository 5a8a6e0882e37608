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

/** What is filled in or chosen first. A chooser of files is reached by its button. */
const FIELD = ':is(input:not([type=file]), select, textarea):enabled';

/**
 * The browser's own dialog: it begins with its first field, keeps the focus in, gives it back, and closes by Escape. Shown as long as it is
 * rendered.
 */
export function Dialog({ title, onClose, children, wide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headId = useId();
  const isGone = useRef(false);
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    // By itself the browser begins with the button that closes.
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
        // A chooser of files within it that is closed says so by an event of the same name.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (isGone.current) return;
        // Chromium closes at a second Escape in a row without asking. What is to stay is shown again.
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
  /** Does the act; an `ApiError` that it throws is shown. */
  onSubmit: () => Promise<unknown>;
  onCancel: () => void;
  disabled?: boolean | undefined;
  /** Of whoever has to know how far it is. */
  act: ReturnType<typeof useAct>;
  children: ComponentChildren;
}

/** A form that does one act, and the way out of it. */
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
  /** The title unless given. */
  submitLabel?: string;
  /** What is told when it is done. */
  done?: string;
  onDone?: () => void;
}

/** A dialog with a form that does one act; it closes when that is done. */
export function FormDialog({ submitLabel, look, onSubmit, disabled, done, onDone, ...dialog }: FormDialogProps) {
  const act = useAct();
  // Closing would not stop the act, and hide how it ended.
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

/** One of several, each with its words and what it means. `name`: of the group. */
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

interface ChecksProps<T> {
  options: readonly (readonly [value: T, label: ComponentChildren])[];
  chosen: readonly T[];
  onChange: (chosen: readonly T[]) => void;
}

/** Several of some, a box to tick for each. */
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

/** Of the field of a login. */
export const LOGIN = { autocomplete: 'username', autocapitalize: 'off', spellcheck: false, required: true } as const;

/** The value of an input event. */
export function typed(event: TargetedEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>): string {
  return event.currentTarget.value;
}

type Typing = Parameters<typeof typed>[0];

/** Hears an input, and gives on what is typed. */
export const typing = (take: (text: string) => void) => (event: Typing) => take(typed(event));
