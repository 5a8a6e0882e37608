import type { ComponentChildren } from 'preact';
import { mode } from '../client/mode.ts';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { Empty } from './states.tsx';

/** What is of the whole machine: among the data of tests it says so, with the way to it. */
export function LiveOnly({ children }: { children: ComponentChildren }) {
  if (mode.value === 'live') return <>{children}</>;
  return (
    <Empty icon="lock" title={t('live_only.title')}>
      <p>{t('live_only.why')}</p>
      <Button
        onClick={() => {
          mode.value = 'live';
        }}
      >
        {t('live_only.show')}
      </Button>
    </Empty>
  );
}
