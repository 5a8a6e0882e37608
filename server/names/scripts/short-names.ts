import { readLetters } from './letters.ts';

/** Short English names as they come out of scripts that write their sound: `Майк`, `Τζο`, `ジョー`, `마이크`. */
const SHORT_NAMES = readLetters(`
  mayk mike  maik mike  maiku mike  dzho joe  jo joe  tzo joe  dzhou joe  dzhim jim  jimu jim  bil bill  biru bill  bap bob
  dzhek jack  jek jack  jak jack  jaek jack  jakku jack  chak chuck  cheok chuck  stiv steve  suteivu steve  stib steve
  deyv dave  deiv dave  kris chris  kurisu chris  nik nick  niku nick  rik rick  dik dick  dikku dick  tedi teddy
  toni tony  keyt kate  ket kate  keiti katie  dzhimmi jimmy  bobbi bobby  maykl michael  dzhon john  dzhordzh george
  dzheyms james  jeimuzu james  jeimz james  endryu andrew  junia jr  dzhunior jr
  urajimiru vladimir  urajimir vladimir`);

/** Returns the name's own spelling, if a word in Latin letters is the sound of such a name. */
export function knownShortName(text: string): string | undefined {
  return SHORT_NAMES[text];
}
