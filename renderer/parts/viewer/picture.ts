import { useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError, fetchFile } from '../../client/api.ts';
import type { Share } from './geometry.ts';

/** `url`: `blob:`; null until it has loaded. */
type Shown = { path: string; url: string | null; error: ApiError | null };

/** Loads a picture from the appliance by a request that names the mode. While another width of the same picture loads, the previous one stays. */
export function usePicture(path: string, query = '') {
  const [shown, setShown] = useState<Shown>({ path, url: null, error: null });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    const controller = new AbortController();
    fetchFile(`${path}${query}`, 'image/jpeg', { signal: controller.signal }).then(
      ({ blob }) => {
        if (!controller.signal.aborted) setShown({ path, url: URL.createObjectURL(blob), error: null });
      },
      (thrown) => {
        if (!controller.signal.aborted) setShown({ path, url: null, error: asApiError(thrown) });
      },
    );
    return () => controller.abort();
  }, [path, query, attempt]);
  useEffect(() => {
    const { url } = shown;
    return () => {
      if (url) URL.revokeObjectURL(url);
    };
  }, [shown.url]);
  const { url, error } = shown.path === path ? shown : { url: null, error: null };
  return { url, error, retry: () => setAttempt(attempt + 1) };
}

/** A box around text that was read, named after its value. */
export interface PictureBox extends Share {
  key: string;
  label: string;
}

export interface ViewedDocument {
  id: string;
  label: string;
  /** null: not inspected yet, or unreadable. */
  pages: number | null;
  /** Degrees clockwise that make its picture upright. */
  turn: number;
  /** On its first page, once it is upright. */
  boxes: readonly PictureBox[];
  /** Another file replaces it. */
  replaced?: boolean;
}

/** What is highlighted, in a picture and next to it. `go`: shown even if another file must be opened for it. */
export interface Lit {
  document: string;
  key: string;
  go?: boolean;
  /** Chosen in the picture: the matching row next to it takes the focus. */
  picked?: boolean;
}
