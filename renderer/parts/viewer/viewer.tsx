import type { Signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { RecordPath } from '../../client/queue-place.ts';
import { t } from '../../text/text.ts';
import { Icon, IconButton } from '../button.tsx';
import { download } from '../download.ts';
import { useKeys } from '../keys.ts';
import { toastFailure } from '../page.tsx';
import { type Look, turnedRight, WHOLE, ZOOM_STEP, zoomAt } from './geometry.ts';
import { type Lit, usePicture, type ViewedDocument } from './picture.ts';
import { Stage } from './stage.tsx';
import './viewer.css';

interface ViewerProps {
  /** The record's API path, such as `/v1/verifications/ver_1`. */
  path: RecordPath;
  documents: readonly ViewedDocument[];
  lit: Signal<Lit | null>;
}

/** Shows the pictures of a record: zoom, pan and turn, and boxes over what was read, highlighted with the matching rows. */
export function Viewer({ path, documents, lit }: ViewerProps) {
  const [at, setAt] = useState({ document: documents[0]?.id ?? '', page: 1 });
  const [look, setLook] = useState<Look>(WHOLE);
  const index = Math.max(
    0,
    documents.findIndex(({ id }) => id === at.document),
  );
  const shown = documents[index];
  const show = (document: string, page = 1): void => {
    if (document !== at.document || page !== at.page) setLook(WHOLE);
    setAt({ document, page });
  };
  const wanted = lit.value;
  useEffect(() => {
    if (wanted?.go && wanted.document !== at.document) show(wanted.document);
  }, [wanted]);
  const move = (step: number): void => {
    const next = documents.at((index + step) % documents.length);
    if (next) show(next.id);
  };
  const zoom = (factor: number): void => setLook((now) => zoomAt(now, factor));
  useKeys(
    [
      { key: '+', label: t('action.zoom_in'), run: () => zoom(ZOOM_STEP) },
      { key: '-', label: t('action.zoom_out'), run: () => zoom(1 / ZOOM_STEP) },
      { key: 'f', label: t('viewer.fit'), run: () => setLook(WHOLE) },
      { key: 't', label: t('viewer.turn'), run: () => setLook(turnedRight) },
      { key: 'v', label: t('viewer.next'), run: () => move(1) },
      { key: 'V', label: t('viewer.back'), run: () => move(-1) },
    ],
    [at.document, documents.length],
  );
  if (!shown) return null;
  const pages = shown.pages ?? 1;
  const file = `${path}/documents/${shown.id}`;
  return (
    <section class="viewer stack gap-8" aria-label={t('viewer.title')}>
      {documents.length > 1 && (
        <ul class="thumbs stack gap-8">
          {documents.map((one) => (
            <li key={one.id}>
              <Thumb path={path} document={one} current={one.id === shown.id} onShow={() => show(one.id)} />
            </li>
          ))}
        </ul>
      )}
      <Stage
        key={`${shown.id} ${at.page}`}
        picture={`${file}/pages/${at.page}`}
        turn={shown.turn}
        label={shown.label}
        boxes={at.page === 1 ? shown.boxes : []}
        document={shown.id}
        lit={lit}
        look={look}
        onLook={setLook}
      />
      <div class="viewer-bar gap-4 row wrap">
        <p>
          {shown.label}
          {shown.replaced && <span class="faint"> · {t('viewer.replaced')}</span>}
        </p>
        {pages > 1 && (
          <span class="pages gap-2 inline faint">
            <IconButton
              icon="left"
              label={t('viewer.page_back')}
              disabled={at.page === 1}
              onClick={() => show(shown.id, at.page - 1)}
            />
            {t('viewer.page', { page: at.page, pages })}
            <IconButton
              icon="right"
              label={t('viewer.page_next')}
              disabled={at.page === pages}
              onClick={() => show(shown.id, at.page + 1)}
            />
          </span>
        )}
        <IconButton
          icon="zoomOut"
          label={t('action.zoom_out')}
          aria-keyshortcuts="-"
          onClick={() => zoom(1 / ZOOM_STEP)}
        />
        <IconButton icon="zoomIn" label={t('action.zoom_in')} aria-keyshortcuts="+" onClick={() => zoom(ZOOM_STEP)} />
        <IconButton icon="rotate" label={t('viewer.turn')} aria-keyshortcuts="t" onClick={() => setLook(turnedRight)} />
        <IconButton
          icon="download"
          label={t('viewer.original')}
          onClick={() => void download(file, shown.id).catch((thrown) => toastFailure(thrown))}
        />
      </div>
    </section>
  );
}

interface ThumbProps {
  path: RecordPath;
  document: ViewedDocument;
  current: boolean;
  onShow: () => void;
}

/** A thumbnail of a file, which opens the large picture. */
function Thumb({ path, document, current, onShow }: ThumbProps) {
  const { url } = usePicture(`${path}/documents/${document.id}/pages/1`, `?width=160&turn=${document.turn}`);
  return (
    <button type="button" class="thumb whole gap-8 row" aria-pressed={current} onClick={onShow}>
      {url ? <img src={url} alt="" /> : <Icon name="file" />}
      <span>{document.label}</span>
    </button>
  );
}
