import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../client/api.ts';
import { t } from '../text/text.ts';
import { Button, IconButton } from './button.tsx';
import { ActError, asApiError } from './states.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  wide?: boolean;
}

/** The browser's own dialog: it keeps the focus in, gives it back, and closes by Escape. Shown as long as it is rendered. */
export function Dialog({ title, onClose, children, wide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headId = useId();
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    return () => {
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
        event.preventDefault();
        onClose();
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
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  return (
    <Dialog {...dialog}>
      <form
        onSubmit={async (event) => {
          event.preventDefault();
          setBusy(true);
          setError(null);
          try {
            await onSubmit();
            dialog.onClose();
          } catch (thrown) {
            setError(asApiError(thrown));
          } finally {
            setBusy(false);
          }
        }}
      >
        {dialog.children}
        <ActError error={error} />
        <footer class="actions">
          <Button look="quiet" onClick={dialog.onClose}>
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
