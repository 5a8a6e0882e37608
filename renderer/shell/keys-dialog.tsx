import { Dialog } from '../parts/dialog.tsx';
import { Check } from '../parts/field.tsx';
import { chooseKeys, keyActs, keysOn } from '../parts/keys.ts';
import { t } from '../text/text.ts';

/** The keys that work on the screen that is shown. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('keys.help')} onClose={onClose}>
      <Check label={t('keys.single')} hint={t('keys.single_why')} checked={keysOn.value} onChange={chooseKeys} />
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
