import { computed, signal } from '@preact/signals';

/** The screens of the hub's console. The address after `#` names one, such as `#/branches/brn_1`. */
export const SCREENS = ['branches', 'records', 'rollouts', 'files', 'operators', 'audit'] as const;

export type ScreenName = (typeof SCREENS)[number];

/** The screens that a viewer may not open. The hub refuses them anyway. */
export const FOR_ADMINISTRATORS: ReadonlySet<ScreenName> = new Set(['rollouts', 'files', 'operators', 'audit']);

const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
  scrollTo(0, 0);
});

/** The current screen, and the id in the address; null: the address is unknown. */
export const place = computed<{ screen: ScreenName | null; id: string | null }>(() => {
  const [, name = '', id = null] = hash.value.split('/');
  const screen = name === '' ? 'branches' : (SCREENS.find((one) => one === name) ?? null);
  return { screen, id };
});

export const linkTo = (screen: ScreenName, id?: string): string => `#/${screen}${id === undefined ? '' : `/${id}`}`;
