import { useState } from 'preact/hooks';
import type { ApiError } from '../client/api.ts';
import { asApiError } from './states.tsx';

interface Act {
  /** Whether it is under way. */
  busy: boolean;
  /** Why it failed the last time, for `ActError`; null from when it is begun again. */
  error: ApiError | null;
  /** Does it. True when it is done, false where the appliance refused it or could not be reached. */
  run: (act: () => Promise<unknown>) => Promise<boolean>;
  /** Takes the error away: it is of what is no more on the screen. */
  clear: () => void;
}

/** An act that whoever did it waits for, and whose failure is shown beside it. */
export function useAct(): Act {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
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
  return { busy, error, run, clear: () => setError(null) };
}
