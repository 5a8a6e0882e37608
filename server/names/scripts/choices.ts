/** For letters that represent several sounds: which of them is not read in its usual way. One bit each. */
export const CHOICE = {
  /** w inside a word: a vowel (Howard), or as v (Wowereit); the reverse after sch. In flagged words: a vowel, or as v (the Persian waw). */
  w: 1,
  /** g before e, i, y: hushed (George), or as k (Gerd). In flagged words j hushed, or as k (Gamal). */
  soft: 2,
  /** ch: hushed, or as k (Christos, Bach); c in `-ic` and `acl`: k, or hushed (Milosevic, Vaclav). */
  ch: 4,
  /** kh: k, or h. */
  kh: 8,
  /** th, dh: t, d, or in Latin words with an h (Fathi), in flagged words s (Osman, Reza). */
  th: 16,
  /** h before or after a consonant: sounded (Ahmed, Abdulhamid), or silent (Kohl, Mathilda); at the start: silent (Henri). */
  h: 32,
  /** The same consonant twice without a vowel, in flagged words: twice, or once. */
  double: 64,
  /** s and a consonant at the start, in Latin words: as written, or after a vowel (Spencer in Persian). */
  prothetic: 128,
  /** French endings, l in `alk`, `olm`, g in `gn`: sounded, or silent (Thibault, Walker, Bourguignon). */
  silent: 256,
  /** j as the Spanish h. */
  jota: 512,
  /** t or d and a hiss, in flagged words: one sound, or two (Menendez). */
  affricate: 1024,
  /** j: hushed (John), or as y (Jens). */
  j: 4096,
  /** ti before a vowel: t, or hushed (Portia). */
  ti: 2048,
} as const;

/** In the order in which they are tried: the most frequent ambiguities in names come first. */
export const CHOICES = [
  CHOICE.soft,
  CHOICE.j,
  CHOICE.ch,
  CHOICE.w,
  CHOICE.th,
  CHOICE.prothetic,
  CHOICE.h,
  CHOICE.jota,
  CHOICE.kh,
  CHOICE.affricate,
  CHOICE.double,
  CHOICE.ti,
  CHOICE.silent,
];
