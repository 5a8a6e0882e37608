/** A picture file that is damaged, hostile or rare, and what is known of it. */
export interface OddPicture {
  bytes: Buffer;
  /** What must become of it, where only one thing is right. */
  expected?: 'picture' | 'undamaged' | 'refused' | undefined;
  /** So much of it is missing that, if it is taken, it must be called damaged. */
  isTorn?: boolean;
  /** It may take longer than it is given. */
  maySlow?: boolean;
}
