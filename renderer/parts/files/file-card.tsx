import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { formatBytes, t, textFor } from '../../text/text.ts';
import { Button, Icon, IconButton } from '../button.tsx';
import { ACCEPT, type MediaType, useObjectUrl } from './media.ts';
import type { Refusal } from './person-files.ts';
import './files.css';

interface FileCardProps {
  /** null: the document is announced, and its file comes later. */
  file: File | null;
  media: MediaType | null;
  /** Degrees clockwise that make it upright. */
  turn?: number;
  /** Pages of a PDF, if known. */
  pages?: number | null;
  fault: { code: string; message: string } | null;
  disabled?: boolean;
  onReplace: (file: File) => void;
  onRetake?: () => void;
  onRemove: () => void;
  /** The fields that describe it. */
  children: ComponentChildren;
}

/** Shows one file to be sent: its picture, its recognised type, and a way to replace it. */
export function FileCard({ file, media, turn = 0, pages = null, fault, disabled = false, ...acts }: FileCardProps) {
  const input = useRef<HTMLInputElement>(null);
  const name = file?.name ?? t('files.later');
  const replaceLabel = file ? t('files.replace_of', { name }) : t('files.give');
  return (
    <li class={fault ? 'file-card flex gap-8 frame faulty' : 'file-card flex gap-8 frame'}>
      <FilePicture file={file} media={media} turn={turn} pages={pages} />
      <div class="file-name stack gap-8">
        <span class="cut medium nowrap" title={name}>
          {name}
        </span>
        <span class="faint small">{file && formatBytes(file.size)}</span>
        <IconButton icon="trash" label={t('files.remove', { name })} disabled={disabled} onClick={acts.onRemove} />
      </div>
      {fault && (
        <p class="field-error" role="alert">
          {textFor(`file_fault.${fault.code}`) ?? fault.message}
        </p>
      )}
      {acts.children}
      <div class="actions file-acts">
        {acts.onRetake && (
          <Button icon="camera" disabled={disabled} onClick={acts.onRetake} aria-label={t('files.retake_of', { name })}>
            {t('files.retake')}
          </Button>
        )}
        <Button icon="upload" disabled={disabled} onClick={() => input.current?.click()} aria-label={replaceLabel}>
          {t(file ? 'action.replace' : 'files.give')}
        </Button>
        <input
          ref={input}
          class="unseen"
          type="file"
          tabIndex={-1}
          aria-label={replaceLabel}
          accept={ACCEPT}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            if (chosen) acts.onReplace(chosen);
            event.currentTarget.value = '';
          }}
        />
      </div>
    </li>
  );
}

/** Types that browsers cannot display, with their names. */
const UNDRAWN: Partial<Record<MediaType, string>> = { 'application/pdf': 'PDF', 'image/tiff': 'TIFF' };

/** The browser turns a photograph by its EXIF data; `turn` is added. */
function FilePicture({ file, media, turn, pages }: Required<Pick<FileCardProps, 'file' | 'media' | 'turn' | 'pages'>>) {
  const undrawn = media && UNDRAWN[media];
  const url = useObjectUrl(undrawn ? null : file);
  return (
    <div class="file-picture stack">
      {url ? (
        <img class={`turn-${turn}`} src={url} alt="" decoding="async" />
      ) : (
        <span class="file-pdf stack gap-6 faint">
          <Icon name={file ? 'file' : 'clock'} />
          {media === 'application/pdf' && pages !== null ? t('files.pdf', { pages }) : undrawn}
        </span>
      )}
    </div>
  );
}

/** Shows refused files, each with its reason. */
export function Refusals({ items }: { items: readonly Refusal[] }) {
  if (items.length === 0) return null;
  return (
    <div class="refusals note bad" role="alert">
      <ul>
        {items.map(({ name, code }, i) => (
          <li key={`${name}${i}`}>{t('files.refused', { name, why: textFor(`file_fault.${code}`) ?? '' })}</li>
        ))}
      </ul>
    </div>
  );
}
