import { useState } from 'preact/hooks';
import type { DesktopBridge, DesktopChange } from '../../../server/contract/desktop.ts';
import { desktop } from '../../client/desktop.ts';
import { useResource } from '../../client/resource.ts';
import { Button } from '../../parts/button.tsx';
import { Check } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { toast } from '../../parts/toast.tsx';
import { t } from '../../text/text.ts';

/** What the desktop shell does on this computer for whoever sits at it; nothing in a browser. */
export function ThisComputer() {
  return desktop ? <Settings of={desktop} /> : null;
}

function Settings({ of }: { of: DesktopBridge }) {
  const info = useResource(() => of.desktop(), []);
  const [busy, setBusy] = useState(false);
  const change = async (what: DesktopChange): Promise<void> => {
    setBusy(true);
    try {
      info.set(await of.set(what));
    } catch {
      toast(t('desktop.not_set'), 'bad');
      // The box shows what holds.
      await info.reload();
    }
    setBusy(false);
  };
  return (
    <Section title={t('desktop.title')} id="computer">
      <Loaded of={info}>
        {({ start_at_login, notifications }) => (
          <>
            {start_at_login !== null && (
              <Check
                label={t('desktop.login')}
                hint={t('desktop.login_why')}
                checked={start_at_login}
                disabled={busy}
                onChange={(on) => void change({ start_at_login: on })}
              />
            )}
            {notifications !== null && (
              <Check
                label={t('desktop.notify')}
                hint={t('desktop.notify_why')}
                checked={notifications}
                disabled={busy}
                onChange={(on) => void change({ notifications: on })}
              />
            )}
            <p class="actions">
              <Button onClick={() => void of.act('show_log')}>{t('desktop.log')}</Button>
            </p>
          </>
        )}
      </Loaded>
    </Section>
  );
}
