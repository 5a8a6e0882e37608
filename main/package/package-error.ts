/** A package that cannot be made. Its message is a sentence for a person, with what to do next. */
export class PackageError extends Error {
  override name = 'PackageError';
}
