import { effect, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, asApiError, mode, type Resource } from '../client/api.ts';
import { codeHelp, MANUAL_TAB } from '../client/manual.ts';
import type { Pages } from '../client/pages.ts';
import { operatorId } from '../client/session.ts';
import { t, textFor } from '../text/text.ts';
import { Button, ButtonLink, Icon, type IconName } from './button.tsx';
import { faultText, problemText } from './problem-text.ts';

interface PageProps {
  /** The heading, and the window's title: never the name of a person or company. */
  title: string;
  /** Replaces the heading if it may contain a name. */
  heading?: ComponentChildren;
  intro?: ComponentChildren;
  actions?: ComponentChildren;
  /** `wide`: the window's width; otherwise a width that is good for reading. */
  width?: 'text' | 'wide';
  children: ComponentChildren;
}

/** A screen. Its heading takes the focus, so keyboards and screen readers start there. */
export function Page({ title, heading, intro, actions, width = 'wide', children }: PageProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Custos`;
    announce(title);
    if (document.activeElement === document.body || document.activeElement === null) head.current?.focus();
  }, [title]);
  return (
    <div class={`page ${width}`}>
      <header class="page-head flex between wrap">
        <div>
          <h1 ref={head} tabIndex={-1}>
            {heading ?? title}
          </h1>
          {intro && <div class="intro faint">{intro}</div>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface SectionProps {
  title: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
  id?: string;
}

/** A section of a screen with a heading. */
export function Section({ title, actions, children, id }: SectionProps) {
  const headId = `${id ?? title.replaceAll(/\W+/g, '-')}-head`;
  return (
    <section class="section" aria-labelledby={headId} {...(id !== undefined && { id })}>
      <header class="row gap-8 wrap between">
        <h2 id={headId}>{title}</h2>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** Appears after a moment, so fast answers do not flicker. */
export function Loading({ label = t('state.loading') }: { label?: string }) {
  return (
    <div class="state loading" role="status">
      <span class="spinner" aria-hidden="true" />
      {label}
    </div>
  );
}

interface EmptyProps {
  icon?: IconName;
  title: string;
  children?: ComponentChildren;
}

/** Shows why nothing is there, and what to do. */
export function Empty({ icon = 'info', title, children }: EmptyProps) {
  return (
    <div class="state">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Explains a failed request to the user, and what to do. */
export function ErrorState({ error, onRetry }: { error: ApiError; onRetry?: () => void }) {
  if (error.status === 403) return <Forbidden detail={problemText(error)} />;
  return (
    <div class="state error" role="alert">
      <Icon name="alert" />
      <h2>{titleOf(error)}</h2>
      <p>
        {problemText(error)} <CodeHelp code={error.code} />
      </p>
      {onRetry && <Button icon="refresh" onClick={onRetry} label={t('action.retry')} />}
      {error.problem.request_id && <p class="faint small">{t('state.request', { id: error.problem.request_id })}</p>}
    </div>
  );
}

/** A link to the manual's entry for a code. */
export function CodeHelp({ code }: { code: string }) {
  const label = t('shell.help_code', { code });
  return (
    <a class="code-help" href={codeHelp(code)} target={MANUAL_TAB} aria-label={label} title={label}>
      <Icon name="help" />
    </a>
  );
}

export function Forbidden({ detail }: { detail?: string }) {
  return (
    <div class="state" role="alert">
      <Icon name="lock" />
      <h2>{t('state.forbidden')}</h2>
      <p>{detail ?? t('state.forbidden_remedy')}</p>
      <ButtonLink href="/" label={t('action.start')} />
    </div>
  );
}

/** The screen for operators without access. */
export function ForbiddenPage({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Forbidden />
    </Page>
  );
}

export function NotFound() {
  return (
    <div class="state">
      <Icon name="search" />
      <h1>{t('state.not_found')}</h1>
      <p>{t('state.not_found_remedy')}</p>
      <ButtonLink href="/" label={t('action.start')} />
    </div>
  );
}

/** Shows the requested data; until then a loading message, or the error. */
export function Loaded<T>({ of, children }: { of: Resource<T>; children: (data: T) => ComponentChildren }) {
  const state = of.state.value;
  if (state.status === 'loading') return <Loading />;
  if (state.status === 'error') return <ErrorState error={state.error} onRetry={() => void of.reload()} />;
  return (
    <>
      {state.failed && <NotRefreshed error={state.failed} onRetry={() => void of.reload()} />}
      {children(state.data)}
    </>
  );
}

/** Says that the content below could not be updated. */
function NotRefreshed({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  return (
    <div class="act-error note bad" role="status">
      <Icon name="alert" />
      <div>
        <p>
          {t('state.not_refreshed')} {problemText(error)}
        </p>
        <Button icon="refresh" onClick={onRetry} label={t('action.retry')} />
      </div>
    </div>
  );
}

/** Shows the error of a failed action, with the fields that caused it. */
export function ActError({ error }: { error: ApiError | null }) {
  if (!error) return null;
  // If only one thing is wrong, the detail often says all of it.
  const items = error.problem.errors.filter(({ message }) => message !== error.problem.detail);
  return (
    <div class="act-error note bad" role="alert">
      <Icon name="alert" />
      <div>
        <p>
          {problemText(error)} <CodeHelp code={error.code} />
        </p>
        {items.length > 0 && (
          <ul>
            {items.map((item) => (
              <li key={`${item.field}${item.code}${item.message}`}>{faultText(item)}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function titleOf(error: ApiError): string {
  return textFor(`problem.${error.code}`) ?? (error.problem.title || t('state.failed'));
}

/** Returns an `onSubmit` handler that runs `work` instead of the browser's form submission. */
export const submitting =
  (act: () => unknown) =>
  (event: Event): void => {
    event.preventDefault();
    void act();
  };

/** An action that the user waits for; its error is shown next to it. */
export function useAct() {
  const [busy, setBusy] = useState(false);
  /** The last error, for `ActError`; null while the action runs again. */
  const [error, setError] = useState<ApiError | null>(null);
  /** Runs the action. True after success, false if the appliance refused it or could not be reached. */
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setError(null);
    try {
      await act();
      return true;
    } catch (thrown) {
      setError(asApiError(thrown));
      return false;
    } finally {
      setBusy(false);
    }
  };
  /** Clears the error when what it is about is no longer on the screen. */
  const clear = (): void => setError(null);
  return { busy, error, run, clear };
}

/** Says in test mode that the content covers the whole machine, with a link to live mode. */
export function LiveOnly({ children }: { children: ComponentChildren }) {
  if (mode.value === 'live') return <>{children}</>;
  return (
    <Empty icon="lock" title={t('live_only.title')}>
      <p>{t('live_only.why')}</p>
      <Button
        onClick={() => {
          mode.value = 'live';
        }}
        label={t('live_only.show')}
      />
    </Empty>
  );
}

interface PagedProps<T extends { id: string }> {
  of: Pages<T>;
  empty: ComponentChildren;
  children: (rows: readonly T[]) => ComponentChildren;
}

/** A paged list: its rows, a text if there are none, and a button for more. */
export function Paged<T extends { id: string }>({ of, empty, children }: PagedProps<T>) {
  const rows = of.rows.value;
  const state = of.state.value;
  if (of.error.value) return <ErrorState error={of.error.value} onRetry={() => void of.reload()} />;
  if (rows.length === 0) return state === 'loading' ? <Loading /> : empty;
  return (
    <>
      {children(rows)}
      {of.hasMore.value && (
        <p class="more">
          <Button busy={state === 'loading'} onClick={() => void of.more()} label={t('action.more')} />
        </p>
      )}
    </>
  );
}

interface Toast {
  id: number;
  text: string;
  tone: 'good' | 'bad';
}

const SHOWN_MS = 6_000;

const toasts = signal<Toast[]>([]);
const spoken = signal('');
let lastId = 0;

effect(() => {
  // One operator's messages must not remain for the next operator.
  void operatorId.value;
  toasts.value = [];
  spoken.value = '';
});

/** Shows a message for a few seconds, also to screen readers. */
export function toast(text: string, tone: Toast['tone'] = 'good'): void {
  const id = ++lastId;
  toasts.value = [...toasts.value, { id, text, tone }];
  setTimeout(() => {
    toasts.value = toasts.value.filter((one) => one.id !== id);
  }, SHOWN_MS);
}

/** Shows why an action failed if the page has no place for it. */
export const toastFailure = (thrown: unknown): void => toast(problemText(asApiError(thrown)), 'bad');

/** Announces to screen readers what others can see on the page. */
export function announce(text: string): void {
  // The same words twice must be announced twice.
  spoken.value = spoken.value === text ? `${text}\u00a0` : text;
}

export function Announcer() {
  return (
    <>
      <div class="toasts stack gap-8" role="status" aria-live="polite">
        {toasts.value.map(({ id, text, tone }) => (
          <p key={id} class={`toast ${tone}`}>
            {text}
          </p>
        ))}
      </div>
      <div class="unseen" role="status" aria-live="polite">
        {spoken.value}
      </div>
    </>
  );
}
