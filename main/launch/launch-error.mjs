// @ts-check
/** A launch that cannot continue. Its message is a sentence for a person; no stack is shown. */
export class LaunchError extends Error {
  /** @override */
  name = 'LaunchError';
}
