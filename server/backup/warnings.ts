/** What can be wrong with the backups; the codes are stable. */
export const BACKUP_WARNINGS = [
  'failed',
  'none',
  'old',
  'no_keys_folder',
  'no_recovery_key',
  'recovery_key_changed',
  'recovery_key_unnamed',
  'restored_unproven',
  'keys_failed',
  'keys_remain',
] as const;

/** A problem with the backups that an administrator should fix. */
export interface BackupWarning {
  reason: (typeof BACKUP_WARNINGS)[number];
  /** A sentence for a person. */
  message: string;
  /** For `old`: when it was made, in ISO 8601. */
  at: string | null;
}

export const backupWarning = (
  reason: BackupWarning['reason'],
  message: string,
  at: string | null = null,
): BackupWarning => ({ reason, message, at });
