/** Where a command writes and from where it takes relative file names. */
export interface CommandIo {
  out(text: string): void;
  err(text: string): void;
  cwd: string;
}
