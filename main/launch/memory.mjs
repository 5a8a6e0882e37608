// @ts-check
/**
 * How glibc's allocator, which Linux's Node uses, gives memory back. As it comes, each thread keeps up to 64 MiB of what it has freed, and blocks
 * of up to 32 MiB are never given back either: measured, 400 hostile PDFs left 850 MiB where 440 stay with these, and 190 are in use. A decoded
 * page of 2.7 megapixels still lies among what is kept: with blocks from one megabyte on given back at once, the system cleared 30 MB of memory
 * anew for each verification, 15 of its CPU-ms. What lies scattered is given back at rest (`server/spare-memory.ts`). Other allocators do not
 * look at them.
 */
export const ALLOCATOR = Object.freeze({
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(8 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(1024 * 1024),
});

/**
 * The environment of a program that gives memory back. A setting of the caller's own holds.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function returnMemory(env = process.env) {
  return { ...ALLOCATOR, ...env };
}
