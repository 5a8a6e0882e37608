import { bodsStatements } from './bods.ts';
import { companiesHouse } from './companies-house.ts';
import type { RegisterFormat } from './format.ts';
import { GLEIF_FORMATS } from './gleif.ts';
import { plainRegister } from './plain.ts';
import { pscSnapshot } from './psc.ts';
import { sirene } from './sirene.ts';

/** Every form of register that can be imported, in the order in which they are tried. */
export const REGISTER_FORMATS: readonly RegisterFormat[] = [
  ...GLEIF_FORMATS,
  companiesHouse,
  pscSnapshot,
  sirene,
  bodsStatements,
  plainRegister,
];
