import { z } from 'zod';

/** A choice that the console keeps in the browser's storage; no value of it is longer. */
const KEPT_CHARS_MAX = 40;
/**
 * What the console remembers of how it is shown (`renderer/client/appearance.ts`, `renderer/text/locale.ts`, `renderer/parts/keys.ts`). The
 * window's session lies in memory, so the shell keeps these over its end, and nothing else.
 */
export const KEPT = ['custos.theme', 'custos.locale', 'custos.keys'] as const;

const kept = z.string().max(KEPT_CHARS_MAX).optional();
/** The console's choices, by the name of their storage. Others are left out. */
export const Kept = z.object({ 'custos.theme': kept, 'custos.locale': kept, 'custos.keys': kept });
export type Kept = z.infer<typeof Kept>;

const Settings = z.object({
  notifications: z.boolean().default(true),
  /** Whether it was said that the appliance goes on when its window closes. */
  told_of_tray: z.boolean().default(false),
  kept: Kept.default({}),
});

/** What this person has chosen for this computer. */
export type DesktopSettings = z.infer<typeof Settings>;

export interface SettingsStore {
  get(): DesktopSettings;
  /** Stores the change before it holds. Throws what the file system does. */
  change(change: Partial<DesktopSettings>): void;
}

/** The settings as they were stored; where they cannot be read, or one of them is none, those of the first start. */
export function keepSettings(stored: unknown, write: (text: string) => void): SettingsStore {
  let settings = Settings.safeParse(stored ?? {}).data ?? Settings.parse({});
  return {
    get: () => settings,
    change: (change) => {
      const next = { ...settings, ...change };
      if (JSON.stringify(next) === JSON.stringify(settings)) return;
      write(`${JSON.stringify(next, null, 2)}\n`);
      settings = next;
    },
  };
}
