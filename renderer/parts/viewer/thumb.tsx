import { Icon } from '../icon.tsx';
import { usePicture } from './picture.ts';
import type { ViewedDocument } from './types.ts';

interface ThumbProps {
  path: string;
  document: ViewedDocument;
  current: boolean;
  onShow: () => void;
}

/** A small picture of a file, which shows the large one. */
export function Thumb({ path, document, current, onShow }: ThumbProps) {
  const { url } = usePicture(`${path}/documents/${document.id}/pages/1`, `?width=160&turn=${document.turn}`);
  return (
    <button type="button" class="thumb" aria-pressed={current} onClick={onShow}>
      {url ? <img src={url} alt="" /> : <Icon name="file" />}
      <span>{document.label}</span>
    </button>
  );
}
