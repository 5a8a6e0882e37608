/** Test files (as globs) that need their own process, each with the reason. All others share two processes, which load each module once. */
export const ALONE: Readonly<Record<string, string>> = {
  'test/unit/models/image-memory.test.ts':
    'it measures the resident memory of its process, where files before it count too',
  'test/fault/nth/*.test.ts': 'they put failing functions in the place of those of the disk and the database',
};
