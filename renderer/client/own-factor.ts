import type { ShownFactorAnswer } from '../../server/contract/operators.ts';

/** A second factor that is in force. `begin` shows the console, after the recovery codes were shown. */
export interface ConfirmedFactor {
  recoveryCodes: readonly string[];
  begin: () => void;
}

/** The current operator's own second factor, at the appliance or at the hub. Each act throws `ApiError`. */
export interface OwnFactor {
  has: boolean;
  /** Whether the operator has a password here; otherwise a directory has confirmed them. */
  hasPassword: boolean;
  propose: (password: string, code: string | null) => Promise<ShownFactorAnswer>;
  confirm: (code: string) => Promise<ConfirmedFactor>;
  remove: (password: string, code: string | null) => Promise<void>;
}
