/** A picture file that is damaged, hostile or rare, and what is known about it. */
export interface OddPicture {
  bytes: Buffer;
  /** What must happen to it, where only one outcome is right. */
  expected?: 'picture' | 'undamaged' | 'refused' | undefined;
  /** So much of the file is missing that, if accepted, it must be reported as damaged. */
  isTorn?: boolean;
  /** It may take longer than its time limit. */
  maySlow?: boolean;
}
