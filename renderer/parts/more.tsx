import type { ComponentChildren } from 'preact';
import type { Pages } from '../client/pages.ts';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { ErrorState, Loading } from './states.tsx';

/** A list that comes in pages: its rows, what is shown where there are none, and the button for more. */
export function Paged<T>({
  of,
  empty,
  children,
}: {
  of: Pages<T>;
  empty: ComponentChildren;
  children: (rows: readonly T[]) => ComponentChildren;
}) {
  const rows = of.rows.value;
  const state = of.state.value;
  if (of.error.value) return <ErrorState error={of.error.value} onRetry={() => void of.reload()} />;
  if (rows.length === 0) return state === 'loading' ? <Loading /> : empty;
  return (
    <>
      {children(rows)}
      {of.hasMore.value && (
        <p class="more">
          <Button busy={state === 'loading'} onClick={() => void of.more()}>
            {t('action.more')}
          </Button>
        </p>
      )}
    </>
  );
}
