import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { t } from '../../text/text.ts';

/** Puts a step off, once it was said what that means. */
export function Skip({ warning, onSkip }: { warning: string; onSkip: () => void }) {
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <Button look="quiet" onClick={() => setAsked(true)}>
        {t('setup.skip')}
      </Button>
    );
  }
  return (
    <div class="setup-warning" role="alert">
      <Icon name="alert" />
      <div>
        <p>{warning}</p>
        <div class="actions">
          <Button onClick={onSkip}>{t('setup.skip_anyway')}</Button>
          <Button look="quiet" onClick={() => setAsked(false)}>
            {t('setup.skip_not')}
          </Button>
        </div>
      </div>
    </div>
  );
}
