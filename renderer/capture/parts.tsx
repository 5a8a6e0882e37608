import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { CaptureView } from '../../server/contract/capture-page.ts';
import { Button } from '../parts/button.tsx';
import { announce, busy, choosing, screen } from './state.ts';
import { t } from './text/text.ts';

interface PageProps {
  title: string;
  lead?: ComponentChildren;
  /** The camera needs more room than a text. */
  wide?: boolean;
  children?: ComponentChildren;
  actions?: ComponentChildren;
}

/** One screen. Its heading takes the focus, so keyboards and screen readers start there. */
export function Page({ title, lead, wide = false, children, actions }: PageProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    head.current?.focus();
    scrollTo(0, 0);
  }, [title]);
  return (
    <section class={wide ? 'way wide' : 'way'} data-step={screen.value.name}>
      <h1 ref={head} tabIndex={-1}>
        {title}
      </h1>
      {lead && <p class="lead">{lead}</p>}
      {children}
      {actions && <div class="way-actions">{actions}</div>}
    </section>
  );
}

/** Where the applicant chose the document, a wrong choice can be changed until everything is sent. */
export function OtherDocument({ of }: { of: CaptureView }) {
  if (!of.may_choose) return null;
  const choose = (): void => {
    choosing.value = true;
  };
  return <Button disabled={busy.value} onClick={choose} label={t('choose.instead')} />;
}

interface QuestionProps {
  title: string;
  text: string;
  /** The button that does it, and the one that does not. */
  yes: string;
  no: string;
  danger?: boolean;
  children?: ComponentChildren;
  onYes: () => void;
  onNo: () => void;
}

/** A question above the page. Escape is the answer that changes nothing. */
export function Question({ title, text, yes, no, danger = false, children, onYes, onNo }: QuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [headId, textId] = [useId(), useId()];
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    announce(title);
    return () => {
      dialog.current?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog stack gap-12"
      aria-labelledby={headId}
      aria-describedby={textId}
      onCancel={(event) => {
        event.preventDefault();
        onNo();
      }}
    >
      <h2 id={headId}>{title}</h2>
      <p id={textId}>{text}</p>
      {children}
      <div class="way-actions">
        <Button onClick={onNo} label={no} />
        <Button look={danger ? 'danger' : 'primary'} onClick={onYes} label={yes} />
      </div>
    </dialog>
  );
}

interface ChoicesProps<Value extends string> {
  label: string;
  options: readonly (readonly [value: Value, label: string])[];
  chosen: Value | null;
  onChoose: (value: Value) => void;
}

/** Large radio buttons, one below the other. */
export function Choices<Value extends string>({ label, options, chosen, onChoose }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset class="choices-large stack gap-8">
      <legend class="unseen">{label}</legend>
      {options.map(([value, text]) => (
        <label key={value} class="choice-large row gap-12">
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
