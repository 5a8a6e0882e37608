/** What the server tells on its standard output that the window needs to know. */
export type Announcement =
  | { kind: 'address'; url: string }
  | { kind: 'first_key'; key: string }
  | { kind: 'setup_code'; code: string };

/** Reads one line that `server/process.ts` printed; null where it tells nothing of these. */
export function readAnnouncement(line: string): Announcement | null {
  const url = /^Custos answers at (http:\/\/\S+)$/.exec(line)?.[1];
  if (url !== undefined) return { kind: 'address', url };
  const code = /^Code for the first administrator \(works once, until the next start\): (\S+)$/.exec(line)?.[1];
  if (code !== undefined) return { kind: 'setup_code', code };
  const key = /^API key \(shown this once, keep it\): (\S+)$/.exec(line)?.[1];
  return key === undefined ? null : { kind: 'first_key', key };
}
