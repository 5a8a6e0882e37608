/** A package that cannot be made. Its message is a sentence for a person, with the next step. */
export class PackageError extends Error {
  override name = 'PackageError';
}
