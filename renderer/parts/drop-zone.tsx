import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../text/text.ts';
import { Button, Icon } from './button.tsx';

interface DropZoneProps {
  label: string;
  /** Names the button that opens the file dialog, where a page has two. */
  choose?: string;
  hint?: ComponentChildren;
  /** As in `<input accept>`. */
  accept?: string;
  multiple?: boolean;
  /** Whether files pasted into the page are accepted too. */
  paste?: boolean;
  /** Further ways to add a file, next to the button. */
  actions?: ComponentChildren;
  onFiles: (files: File[]) => void;
}

/** Accepts files by drop, by the file dialog and by paste. */
export function DropZone({
  label,
  choose = t('action.choose_files'),
  hint,
  accept,
  multiple = true,
  paste = false,
  actions,
  onFiles,
}: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!paste) return;
    const take = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) onFiles(files);
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [paste, onFiles]);
  return (
    <fieldset
      class={over ? 'drop-zone stack gap-8 over' : 'drop-zone stack gap-8'}
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
      }}
    >
      <Icon name="upload" />
      <p>{label}</p>
      <div class="actions">
        <Button onClick={() => input.current?.click()} label={choose} />
        {actions}
      </div>
      <input
        ref={input}
        class="unseen"
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      {hint && <p class="small faint">{hint}</p>}
    </fieldset>
  );
}
