import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { plural, t } from '../../text/text.ts';
import { SaveDialog, type SaveProps } from './save-dialog.tsx';

/** Stands under everything while something is not saved. */
export function SaveBar({ faults, ...save }: SaveProps & { faults: number }) {
  const [saving, setSaving] = useState(false);
  const count = Object.keys(save.draft).length;
  if (count === 0 && !saving) return null;
  return (
    <>
      <section class="save-bar" aria-label={plural('policy.unsaved', count)}>
        <p role="status">
          <strong>{plural('policy.unsaved', count)}</strong>
          {faults > 0 && <span class="field-error"> {plural('policy.faulty', faults)}</span>}
        </p>
        <div class="actions">
          <Button look="quiet" onClick={() => save.onDraft({})}>
            {t('policy.discard')}
          </Button>
          <Button look="primary" disabled={faults > 0} onClick={() => setSaving(true)}>
            {t('policy.review_changes')}
          </Button>
        </div>
      </section>
      {saving && <SaveDialog {...save} onClose={() => setSaving(false)} />}
    </>
  );
}
