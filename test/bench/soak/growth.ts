/** Measurements of a server and its folder at one moment of rest. */
export interface Figures {
  rssMib: number;
  heapMib: number;
  externalMib: number;
  openFiles: number;
  threads: number;
  /** What keeps the event loop alive, except timers, which come and go. */
  handles: number;
  timers: number;
  delayP99Ms: number;
  walMib: number;
  /** Files in the folder for temporary files, and among uploads. */
  leftovers: number;
  /** Size of the data folder per record ever created. An erased record leaves its row, its events and its audit entries. */
  kibPerRecord: number;
  /** By table. */
  rows: Record<string, number>;
}

type Measure = Exclude<keyof Figures, 'rows'>;

/** How far a figure may exceed the first one: by a share of it, plus a fixed amount. */
export interface Allowance {
  share: number;
  besides: number;
}

/** After a thousand days only data that is kept on purpose may have grown. */
export const ALLOWED: Record<Measure, Allowance> = {
  // In processes of the same age the system's allocator held 331 to 441 MiB, varying up and down. A leak shows in the heap first.
  rssMib: { share: 0.1, besides: 100 },
  heapMib: { share: 0.1, besides: 2 },
  externalMib: { share: 0.1, besides: 4 },
  openFiles: { share: 0, besides: 0 },
  threads: { share: 0, besides: 0 },
  handles: { share: 0, besides: 0 },
  timers: { share: 0, besides: 10 },
  // On a busy machine it describes the machine more than the server.
  delayP99Ms: { share: 2, besides: 50 },
  // SQLite restarts the log from its beginning when it holds a thousand pages.
  walMib: { share: 0.1, besides: 8 },
  leftovers: { share: 0, besides: 0 },
  kibPerRecord: { share: 0.1, besides: 0 },
};

/** Tables that may grow, and why. The rows of all others may grow by `ROWS_ALLOWED`. */
export const GROWING: Record<string, string> = {
  verifications: 'of an erased record its row stays without anything personal',
  erasures: 'each erasure has its certificate',
  audit: 'the log is never shortened',
  events: 'the log of events is never shortened',
  rescreenings: 'one row for each change of a list',
  api_keys: 'a revoked key stays, for the audit log names it',
  watchlist_entities: 'one row for each entity that any version of a list ever named',
  egress: 'one row for each destination and minute, at most LIMITS.egressEntriesKept',
};

/** The number of present records varies from day to day. */
export const ROWS_ALLOWED: Allowance = { share: 0.5, besides: 50 };

/** A sentence for each exceeded figure; empty if nothing grew. */
export function findGrowth(first: Figures, last: Figures): string[] {
  const grown = (Object.keys(ALLOWED) as Measure[])
    .filter((measure) => exceeds(first[measure], last[measure], ALLOWED[measure]))
    .map((measure) => sentence(measure, first[measure], last[measure]));
  const tables = Object.keys(last.rows)
    .filter((table) => !(table in GROWING) && exceeds(first.rows[table] ?? 0, last.rows[table] ?? 0, ROWS_ALLOWED))
    .map((table) => sentence(`rows of ${table}`, first.rows[table] ?? 0, last.rows[table] ?? 0));
  return [...grown, ...tables];
}

/** Whether `last` exceeds what `first` allows. A missing measurement (not a number) counts as exceeded. */
export function exceeds(first: number, last: number, { share, besides }: Allowance): boolean {
  return !(last <= first * (1 + share) + besides);
}

const sentence = (what: string, first: number, last: number): string =>
  `${what} grew from ${round(first)} to ${round(last)}`;

const round = (value: number): number => Math.round(value * 10) / 10;

/** Lines of a table for a person. */
export function growthTable(first: Figures, last: Figures): string[] {
  const measures = (Object.keys(ALLOWED) as Measure[]).map((measure) => {
    const { share, besides } = ALLOWED[measure];
    return `  ${measure.padEnd(14)} ${String(round(first[measure])).padStart(9)} ${String(round(last[measure])).padStart(9)}   at most +${share * 100} % and ${besides}`;
  });
  const rows = Object.entries(last.rows)
    .filter(([, n]) => n > 0)
    .map(([table, n]) => {
      const why = GROWING[table];
      return `  rows of ${table.padEnd(24)} ${String(first.rows[table] ?? 0).padStart(7)} ${String(n).padStart(7)}${why === undefined ? '' : `   ${why}`}`;
    });
  return [...measures, ...rows];
}
