/**
 * Legal forms as they end a company's name, in small letters and without dots (`s.r.o.` is `sro`): the spellings of ISO 20275's
 * most common entity legal forms, our own compilation. A register's name search leaves them out. A form that is missing here is
 * only one more word of the name, with little weight if it is frequent.
 */
const FORMS = `
  ltd limited llc llp lllp lp plc inc incorporated corp corporation co company cic cio ltee limitee pllc pc
  cyf cyfyngedig ccc pty proprietary pte pvt private bhd berhad sdn
  gmbh mbh ggmbh ag kg kgaa ug ohg gbr ev eg ek se haftungsbeschrankt partg partgmbb
  sa sas sasu sarl eurl suarl sci scm scs snc scop gie ei eirl earl gaec sprl srl asbl aisbl
  sau sl slu sll slne sac sab lda ltda limitada unipessoal spa srls sapa soc coop
  bv nv vof cv bvba vzw
  ab as asa aps oy oyj hb ans da is ehf hf ou uab mb sia
  doo dooel dd ad ood eood ead kft zrt nyrt bt rt sro spolsro spzoo spj spk
  ooo oao zao pao ao tov too pat
  kk gk pt tbk jsc pjsc ojsc cjsc fze fzco fzc fzllc wll saog saoc
`;
/** Joined forms whose words are not forms on their own. */
const PAIRS = new Set(['spzoo', 'spolsro', 'spj', 'spk']);
const SINGLES = new Set(FORMS.trim().split(/\s+/));

/** Returns how many words at the end of a name are one legal form: 2, 1 or 0. */
export function formLength(words: readonly string[]): number {
  const [last = '', before = ''] = [words.at(-1), words.at(-2)];
  if (PAIRS.has(before + last)) return 2;
  return SINGLES.has(last) ? 1 : 0;
}
