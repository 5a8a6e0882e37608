/** The results of a source that leave it unproven, the worst first: nothing is wrong with it. */
const UNPROVEN = ['unsupported', 'signer_unknown', 'parsed'] as const;

export type Unproven = (typeof UNPROVEN)[number];

/**
 * Returns the result of the source that decided the check of authenticity; null if the check passed or failed. The
 * console and the report show the check by this word, so that it says the same as its source.
 *
 * @param fails whether a finding of this code failed the record
 */
export function unprovenResult(
  check: {
    passed: boolean | null;
    findings: readonly { code: string }[];
    sources: readonly { result: Unproven | 'valid' | 'invalid' }[];
  },
  fails: (code: string) => boolean,
): Unproven | null {
  const results = check.sources.map(({ result }) => result);
  const isFailed = results.includes('invalid') || check.findings.some(({ code }) => fails(code));
  return check.passed || isFailed ? null : (UNPROVEN.find((result) => results.includes(result)) ?? null);
}
