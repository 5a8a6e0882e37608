import { type Theme, theme } from '../client/appearance.ts';
import { chooseLocale, LANGUAGES, locale } from '../text/locale.ts';
import { t } from '../text/text.ts';
import { Choice } from './form.tsx';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** Theme and language, for the menu of the account. */
export function AppearanceChoices() {
  return (
    <>
      <Choice
        labelled
        label={t('account.theme')}
        options={THEMES.map((name) => [name, t(`theme.${name}`)] as const)}
        chosen={theme.value}
        onChoose={(value) => {
          theme.value = value;
        }}
      />
      <Choice
        labelled
        label={t('account.language')}
        options={LANGUAGES}
        chosen={locale.value}
        onChoose={chooseLocale}
      />
    </>
  );
}
