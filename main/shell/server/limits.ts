/** The app's limits for the server process. Milliseconds and counts. */
export const SERVER_LIMITS = {
  /** The interval between pings. */
  pingEveryMs: 10_000,
  /** After this many unanswered pings it counts as hanging: a minute while it runs. */
  pingsUnansweredMax: 6,
  /** During its start it may be busy for long, when a new version migrates a large database: half an hour. */
  startPingsUnansweredMax: 180,
  /** The time to end after a kill request; then the system ends it. */
  killWaitMs: 5_000,
  /** How long the app waits for its end after a kill before the app ends without it. */
  killedWaitMs: 10_000,
  /** Requests and jobs in progress may end (30 s, `drainTimeoutMs`), and the databases close; then it is killed, which loses nothing. */
  drainMs: 45_000,
  /** The delay before each restart after an unexpected end; the last one repeats. */
  restartAfterMs: [1_000, 2_000, 5_000, 15_000, 30_000],
  /** After running this long, earlier ends are forgotten. */
  ranWellMs: 5 * 60_000,
  /** After this many ends within ten minutes, it is not restarted automatically. */
  endingsMax: 5,
  endingsWithinMs: 10 * 60_000,
  /** Lines of its log that are shown. */
  logLinesMax: 40,
  logBytesMax: 64 * 1024,
} as const;
