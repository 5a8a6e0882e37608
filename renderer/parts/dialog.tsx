import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../text/text.ts';
import { Button, IconButton } from './button.tsx';
import { ActError } from './states.tsx';
import { useAct } from './use-act.ts';

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
      <header>
        <h2 id={headId}>{title}</h2>
        <IconButton icon="cross" label={t('action.close')} onClick={onClose} />
      </header>
      {children}
    </dialog>
  );
}

interface FormDialogProps extends DialogProps {
  submitLabel: string;
  look?: 'primary' | 'danger';
  /** Does the act; the dialog closes when it is done, and shows an `ApiError` that it throws. */
  onSubmit: () => Promise<unknown>;
  disabled?: boolean;
  children: ComponentChildren;
}

/** A dialog with a form that does one act. */
export function FormDialog({ submitLabel, look = 'primary', onSubmit, disabled = false, ...dialog }: FormDialogProps) {
  const { busy, error, run } = useAct();
  // Closing would not stop the act, and hide how it ended.
  const close = (): void => {
    if (!busy) dialog.onClose();
  };
  return (
    <Dialog {...dialog} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            await onSubmit();
            dialog.onClose();
          });
        }}
      >
        {dialog.children}
        <ActError error={error} />
        <footer class="actions">
          <Button look="quiet" disabled={busy} onClick={close}>
            {t('action.cancel')}
          </Button>
          <Button look={look} type="submit" busy={busy} disabled={disabled}>
            {submitLabel}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
