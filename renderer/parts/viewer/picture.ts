import { useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError, fetchFile } from '../../client/api.ts';
import type { Share } from './geometry.ts';

/** `url`: `blob:`; null until it has come. */
type Shown = { path: string; url: string | null; error: ApiError | null };

/** A picture of the appliance, by a request of its own that names the data space. While another width of the same one comes the former stays. */
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

/** A box over what was read, named by what it gave. */
export interface PictureBox extends Share {
  key: string;
  label: string;
}

export interface ViewedDocument {
  id: string;
  label: string;
  /** null: not looked at yet, or unreadable. */
  pages: number | null;
  /** Degrees clockwise by which its picture is made upright. */
  turn: number;
  /** On its first page, once it is upright. */
  boxes: readonly PictureBox[];
  /** Another file counts in its place. */
  replaced?: boolean;
}

/** What is lit, in a picture and beside it. `go`: shown even where another file must be opened for it. */
export interface Lit {
  document: string;
  key: string;
  go?: boolean;
  /** Pointed out in the picture: what stands beside takes the focus. */
  picked?: boolean;
}
