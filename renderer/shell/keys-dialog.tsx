import { Dialog } from '../parts/dialog.tsx';
import { keyActs } from '../parts/keys.ts';
import { t } from '../text/text.ts';

/** The keys that work on the screen that is shown. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('keys.help')} onClose={onClose}>
      <dl class="facts">
        {keyActs.value.flat().map(({ key, label }) => (
          <div key={`${key}${label}`}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
