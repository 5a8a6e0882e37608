import { z } from 'zod';
import type { DesktopChange, PathWish } from '../../../server/contract/desktop.ts';
import type { PageAct } from '../contract.ts';

/** Longer than the paths of any system. */
const PATH_CHARS_MAX = 4_096;
/** The server's limit. */
const PASSPHRASE_CHARS_MAX = 1_024;

/** The exact payloads of the bridge: an extra field is refused just like a missing one. */
export const Nothing = z.undefined();

export const Change: z.ZodType<DesktopChange> = z.strictObject({
  start_at_login: z.boolean().exactOptional(),
  notifications: z.boolean().exactOptional(),
});

export const Wish: z.ZodType<PathWish> = z.strictObject({
  kind: z.enum(['open_file', 'save_file', 'open_folder']),
  start: z.string().max(PATH_CHARS_MAX),
});

export const Act: z.ZodType<PageAct> = z.enum(['restart', 'show_log', 'quit', 'show_console']);

export const PairingCode = z
  .string()
  .regex(/^\d{8}$/)
  .nullable();

export const Passphrase = z.string().min(1).max(PASSPHRASE_CHARS_MAX);
