import { useEffect, useState } from 'preact/hooks';
import { type ApiError, fetchFile } from '../../client/api.ts';
import { asApiError } from '../states.tsx';

export interface Picture {
  /** `blob:`; null until it has come. */
  url: string | null;
  error: ApiError | null;
  /** Asks once more. */
  retry: () => void;
}

/** A picture of the appliance, by a request of its own that names the data space. While another width of the same one comes the former stays. */
export function usePicture(path: string, query = ''): Picture {
  const [shown, setShown] = useState<Omit<Picture, 'retry'> & { path: string }>({ path, url: null, error: null });
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
