/** As the appliance has it. */
export const PASSWORD_CHARS_MIN = 12;

export type PasswordState = { is: 'short'; missing: number } | { is: 'login' } | { is: 'good' };

/** What can be said of a password before it is sent; whether it is among the commonest the appliance knows. */
export function passwordState(password: string, login: string): PasswordState {
  const missing = PASSWORD_CHARS_MIN - [...password.normalize('NFC')].length;
  if (missing > 0) return { is: 'short', missing };
  return password.toLowerCase() === login.trim().toLowerCase() ? { is: 'login' } : { is: 'good' };
}
