import anyAscii from 'any-ascii';

/** Words that most addresses have, and that tell none apart. */
const COMMON_WORDS = new Set(
  'street st road rd avenue ave lane boulevard blvd square building bldg floor flat apartment apt room suite office house no number unit block po box p o the of and rue strasse ulica ul via calle city district region province'.split(
    ' ',
  ),
);
/** Shares of the shorter address's words, from which on two addresses agree, or agree in part. */
const AGREES_FROM = 0.75;
const PARTLY_FROM = 0.5;
/** One word in common, such as the city, is no address. */
const SHARED_WORDS_MIN = 2;

export type AddressAgreement = 'agrees' | 'partly' | 'differs';

export interface AddressComparison {
  agreement: AddressAgreement;
  /** Share of the shorter one's words that stand in the other, 0..1. */
  share: number;
  /** The listed address, as published. */
  address: string;
}

/** The listed address with the most words in common; null where one side has none that could be compared. */
export function compareAddresses(address: string, listed: readonly string[]): AddressComparison | null {
  const asked = wordsOf(address);
  if (asked.size === 0) return null;
  let best: AddressComparison | null = null;
  for (const text of listed) {
    const words = wordsOf(text);
    if (words.size === 0) continue;
    const shared = [...asked].filter((word) => words.has(word)).length;
    const share = shared / Math.min(asked.size, words.size);
    if (best === null || share > best.share) best = { agreement: grade(share, shared), share, address: text };
  }
  return best;
}

function grade(share: number, shared: number): AddressAgreement {
  if (shared < SHARED_WORDS_MIN || share < PARTLY_FROM) return 'differs';
  return share >= AGREES_FROM ? 'agrees' : 'partly';
}

function wordsOf(address: string): Set<string> {
  const words =
    anyAscii(address.normalize('NFKC'))
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return new Set(words.filter((word) => !COMMON_WORDS.has(word)));
}
