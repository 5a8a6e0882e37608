import { t } from '../text/text.ts';
import { ButtonLink } from './button.tsx';
import { Empty } from './states.tsx';

/** No record has this id in the data that are shown. */
export function NoRecord() {
  return (
    <Empty icon="search" title={t('problem.not_found')}>
      <p>{t('record.not_here')}</p>
      <ButtonLink href="/">{t('action.home')}</ButtonLink>
    </Empty>
  );
}
