import type { SystemStateAnswer } from '../../../server/contract/system-state.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { t } from '../../text/text.ts';
import { warningPlace, warningText } from './warning-text.ts';

/** What an administrator should mend; or that there is nothing. */
export function Warnings({ system }: { system: SystemStateAnswer }) {
  if (system.warnings.length === 0) {
    return (
      <p class="system-calm">
        <Icon name="check" /> {t('system.no_warnings')}
      </p>
    );
  }
  return (
    <section class="system-warnings" aria-labelledby="warnings-head">
      <h2 id="warnings-head">{t('system.warnings')}</h2>
      <ul>
        {system.warnings.map((warning) => {
          const place = warningPlace(warning);
          return (
            <li key={`${warning.code}${warning.message}`}>
              <Icon name="alert" />
              <span>{warningText(warning, system)}</span>
              {place && <ButtonLink href={place}>{t('system.warning_open')}</ButtonLink>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
