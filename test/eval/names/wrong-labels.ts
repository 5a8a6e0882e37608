/** A pair that the corpus labels as one person or thing, and that we judge to be two. The scorer does not use this table. */
export interface WrongLabel {
  query: string;
  candidate: string;
  reason: string;
}

/** Pairs of `pairs_labelled.csv`. */
export const WRONG_PAIRS: readonly WrongLabel[] = [
  {
    query: 'Zu Zag Bong 6',
    candidate: 'Zu Zag Bong 5',
    reason: 'Two ships of one owner by their numbers; the same collection calls them two in entity_checks.json.',
  },
  {
    query: 'Victory',
    candidate: 'Victory 3',
    reason: 'Two ships, one numbered; the same collection calls them two in entity_checks.json.',
  },
  {
    query: 'Nantahala Capital Offshore Fund, Ltd.',
    candidate: 'Nantahala Capital Offshore Fund I, Ltd.',
    reason: 'Two funds of one house, one numbered; the same collection calls them two in entity_checks.json.',
  },
  {
    query: 'Angela Merkur',
    candidate: 'Angela Merkel',
    reason: 'Another surname, no misspelling of it; the same collection calls them two in entity_checks.json.',
  },
  {
    query: 'Olaf Schulze',
    candidate: 'Olaf Scholz',
    reason: 'Schulze and Scholz are two common surnames; the same collection calls them two in entity_checks.json.',
  },
  {
    query: 'Niels Oscar Rost',
    candidate: 'Niels Oscar TROOST',
    reason: 'Rost is a surname of its own; the same collection calls them two in entity_checks.json.',
  },
  {
    query: 'Andrang Heta',
    candidate: "'Ndrangheta",
    reason: 'Reads as a person; the same collection calls them two in entity_checks.json.',
  },
];

/** Pairs of `crossscript_pairs.csv`, by the person's id there. */
export const WRONG_CROSS_SCRIPT: readonly (WrongLabel & { personId: string })[] = [
  {
    personId: 'ba6836e5-30d9-4bc3-b027-c614656037da',
    query: 'توماس ام. بودن',
    candidate: 'Jocelyn Burdick',
    reason: 'The Persian name reads Thomas M. Bowden: another given name, another initial and another surname.',
  },
];

/** A row of `identifier_validation.csv` with an answer that we judge to be wrong. */
export interface WrongIdentifier {
  type: string;
  value: string;
  reason: string;
}

const REGISTRY =
  'It has the structure of the SWIFT registry and right check digits; the test it is taken from has it commented out.';
const NO_KIND =
  'The base class of a library, no kind of number: it takes any text, and no empty one, whatever the row says.';

/** Rows of `identifier_validation.csv`. */
export const WRONG_IDENTIFIERS: readonly WrongIdentifier[] = [
  { type: 'iban', value: 'CR37012600000123456789', reason: REGISTRY },
  { type: 'iban', value: 'SV43ACAT00000000000000123123', reason: REGISTRY },
  { type: 'iban', value: 'IQ20CBIQ861800101010500', reason: REGISTRY },
  { type: 'identifierformat', value: 'foo', reason: NO_KIND },
  { type: 'identifierformat', value: '', reason: NO_KIND },
  { type: 'strictformat', value: 'foo', reason: NO_KIND },
  { type: 'strictformat', value: '', reason: NO_KIND },
];
