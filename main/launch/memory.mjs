// @ts-check
/**
 * Settings for how glibc's allocator, which Node uses on Linux, returns memory. By default, each thread keeps up to 64 MiB of freed memory, and
 * blocks of up to 32 MiB are never returned: measured, 400 hostile PDFs left 850 MiB, with these settings 440, while 190 are in use. A decoded page
 * of 2.7 megapixels still stays in the kept memory: if blocks from one megabyte on were returned at once, the system would clear 30 MB of memory
 * again for each verification, which takes 15 CPU-ms. Fragmented memory is returned when the server is idle (`server/spare-memory.ts`). Other
 * allocators ignore these settings.
 */
export const ALLOCATOR = Object.freeze({
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(8 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(1024 * 1024),
});

/**
 * Returns the environment for a program that returns memory. The caller's own setting wins.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function returnMemory(env = process.env) {
  return { ...ALLOCATOR, ...env };
}
