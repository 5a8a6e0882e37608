/** The shell's limits for the server it has forked. Milliseconds and counts. */
export const SERVER_LIMITS = {
  /** It is asked so often whether it answers. */
  pingEveryMs: 10_000,
  /** So many questions without an answer, and it hangs: a minute while it runs. */
  pingsUnansweredMax: 6,
  /** While it starts, it may be busy for long with a large database that a new version changes: half an hour. */
  startPingsUnansweredMax: 180,
  /** What it is given to end after a kill; then the system ends it. */
  killWaitMs: 5_000,
  /** After a kill so long is waited for the end of it before the shell ends without. */
  killedWaitMs: 10_000,
  /** Requests and jobs under way may end (30 s, `drainTimeoutMs`), and the databases close; then it is killed, which loses nothing. */
  drainMs: 45_000,
  /** So long is waited before each start after an end that nobody asked for; the last one from then on. */
  restartAfterMs: [1_000, 2_000, 5_000, 15_000, 30_000],
  /** After so long without an end all is forgotten. */
  ranWellMs: 5 * 60_000,
  /** So many ends within ten minutes, and it is not started again by itself. */
  endingsMax: 5,
  endingsWithinMs: 10 * 60_000,
  /** Shown of its log. */
  logLinesMax: 40,
  logBytesMax: 64 * 1024,
} as const;
