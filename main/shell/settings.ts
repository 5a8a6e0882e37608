import { z } from 'zod';

/** A choice that the console keeps in the browser's storage; no value is longer than this. */
const KEPT_CHARS_MAX = 40;
/**
 * The console's display settings (`renderer/client/appearance.ts`, `renderer/text/locale.ts`,
 * `renderer/parts/keys.ts`). The window's session is in memory, so the app stores these, and nothing else.
 */
export const KEPT = ['custos.theme', 'custos.locale', 'custos.keys'] as const;

const kept = z.string().max(KEPT_CHARS_MAX).optional();
/** The console's choices, by their storage names. Ignores others. */
export const Kept = z.object({ 'custos.theme': kept, 'custos.locale': kept, 'custos.keys': kept });
export type Kept = z.infer<typeof Kept>;

const Settings = z.object({
  notifications: z.boolean().default(true),
  /** Whether the person was informed that the appliance continues when its window closes. */
  told_of_tray: z.boolean().default(false),
  kept: Kept.default({}),
});

/** This person's settings on this computer. */
export type DesktopSettings = z.infer<typeof Settings>;

export interface SettingsStore {
  get(): DesktopSettings;
  /** Stores the change before it takes effect. Throws the file system's errors. */
  change(change: Partial<DesktopSettings>): void;
}

/** Returns the stored settings, or the defaults if they cannot be read or one is invalid. */
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
