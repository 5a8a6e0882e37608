import { effect, signal } from '@preact/signals';
import { localeTag, textDirection } from '../text/locale.ts';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'custos.theme';

export const theme = signal<Theme>(readTheme());

/** Applies the chosen theme, language and text direction to the page. */
export function applyAppearance(): void {
  effect(() => {
    const { documentElement: root } = document;
    root.lang = localeTag();
    root.dir = textDirection();
    if (theme.value === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = theme.value;
    localStorage.setItem(KEY, theme.value);
  });
}

function readTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}
