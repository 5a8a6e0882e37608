import type { WordKind } from './word.ts';

function listOf(words: string): string[] {
  return words.trim().split(/\s+/);
}

const PARTICLES = listOf(`
  al el ul ad as ash ar an az bin ben ibn bint bt bte abu abou ould oulid de del della di da do dos das du la le las les
  los van von vom zu zum zur der den ter ten y e i d af av la lo`);
const TITLES = listOf(`
  mr mrs ms miss dr prof professor sir dame lord lady haji hajji hadji haj hajj sheikh shaikh sheik shaykh cheikh sayyid
  sayed mullah mulla maulavi mawlawi maulana mufti qari ustad president prasident prezident presidente general gen col
  colonel capt captain lt major brigadier minister senator jr sr imam ayatollah engineer eng hon`);
const GENERIC = listOf(`
  international trading group holding holdings company co bank corporation corp industries industry services service
  systems general global world national trade import export investment investments fund capital management the of and for
  enterprise enterprises technology technologies engineering construction`);
const LEGAL_FORMS = listOf(`
  ltd limited llc inc incorporated sa srl sl spa sarl gmbh ag kg oy ab aps nv bv plc lp llp pte pvt sdn bhd fzc fze
  fzco oao ooo zao pao ao jsc pjsc ojsc cjsc`);

/** What kind of word these are where a name has no better clue. */
export const KIND_OF_WORD: ReadonlyMap<string, WordKind> = new Map<string, WordKind>([
  ...GENERIC.map((word) => [word, 'generic'] as const),
  ...LEGAL_FORMS.map((word) => [word, 'legal_form'] as const),
  ...TITLES.map((word) => [word, 'title'] as const),
  ...PARTICLES.map((word) => [word, 'particle'] as const),
]);
