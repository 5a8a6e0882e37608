/**
 * Words that hardly identify anyone, by their kind. All are in Latin letters as `toLatin` writes them, so words of other scripts
 * (`Президент`) are here by their sound. Our own compilation of common knowledge.
 */
const PARTICLES = `
  al el ul ad as ash ar an az at bin ben ibn bint bt bte binti ibnu abu abou abi um umm ould oulid de del della dei di da
  do dos das du la le las les los van von vom zu zum zur der den ter ten ten y e i d af av lo st saint san santa santo
  and und et the of for och i en na uddin oglu ogly ohly oghlu oghly kyzy kizi gizi qizi gyzy uulu uly`;
const TITLES = `
  mr mrs ms miss mister dr doctor doktor prof professor sir dame lord lady madam madame monsieur mme mlle herr frau senor
  senora don dona dom pan pani bey hanim efendi bay
  haji hajji hadji haj hajj hajj al-hajj alhaj alhaji hajah hadzhi khadzhi
  sheikh shaikh sheik shaykh shaikh cheikh cheik sheykh sayyid sayyed sayed seyed seyyed syed saiyid
  mullah mulla mawlawi maulavi maulvi mawlana maulana mufti qari hafiz ustad ustaz ustadh akhund akhunzada hojatoleslam
  hojjatoleslam ayatollah imam emir amir sardar agha malik mir
  president prasident praesident prezident presidente predsednik premier chancellor kanzler bundeskanzler kanzlerin
  bundeskanzlerin prime minister ministr senator governor gubernator deputy ambassador king queen prince princess
  emperor sultan chairman director secretary
  general gen lieutenant lt leutnant colonel col oberst polkovnik captain capt kapitan kapitan major maj brigadier brig
  admiral adm commander cdr cmdr commodore sergeant sgt marshal marshall
  rev reverend father bishop archbishop pope patriarch metropolitan rabbi cardinal
  eng engr engineer ing ir hon honourable honorable judge justice
  jr sr junior senior esq phd md mba ii iii iv`;
const GENERIC = `
  international internationale internacional internazionale mezhdunarodnyi global globale world worldwide
  european national nationale nacional natsionalnyi federal state gosudarstvennyi gosudarstvennoe central general public
  royal united
  company companies kompaniya kompaniia compania compagnie corporation corporate korporatsiya korporatsiia group groupe
  gruppe grupo gruppo gruppa holding holdings kholding partners partner associates brothers sons bros
  trading trade traders commerce commercial kommercheskii import export imports exports shipping maritime marine navigation
  transport transportation logistics logistic freight cargo lines line
  industry industries industrial industrie manufacturing factory plant zavod works production products
  service services servis consulting consultants solutions systems system technology technologies technical tech
  engineering construction development developments design projects project
  investment investments invest investissement capital fund funds fond finance financial equity asset assets venture
  ventures management securities insurance leasing credit bank banco banque banca bankas banka offshore
  trust foundation stiftung fondation fundacion society association union league federation committee council
  institute institut university centre center tsentr research laboratory laboratories academy
  enterprise enterprises predpriyatie predpriiatie establishment office bureau agency department ministry organization
  organisation organizatsiya organizatsiia movement front party army brigade
  energy power electric electrical electronics oil gas petroleum petrochemical chemical chemicals mining metals steel
  food foods agricultural agro medical pharmaceutical pharma health hotel hotels real estate property properties
  aviation airlines airways air aerospace auto motors
  network media communications telecom telecommunications software digital data online
  new old great north south east west northern southern eastern western islamic
  private limited joint stock`;
/** Places that companies add to their name to distinguish a branch from its parent. */
const PLACES = `
  europe europa asia africa america americas middle east gulf pacific atlantic
  usa us uk eu uae russia rossiya rossiia germany deutschland france italia italy spain espana schweiz switzerland suisse
  austria osterreich polska poland nederland netherlands belgium sweden norway denmark suomi finland ukraine belarus china
  hong kong japan korea india pakistan iran iraq syria lebanon turkey turkiye egypt canada mexico brasil brazil
  argentina chile colombia cuba venezuela australia singapore malaysia indonesia thailand vietnam dubai moscow london`;
/** Prefixes of the name of a ship or an aircraft. */
const CRAFT = 'mv mt ms ss my sv fv vessel ship tanker';

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

export const PARTICLE_WORDS = setOf(PARTICLES);
export const TITLE_WORDS = setOf(TITLES);
export const GENERIC_WORDS = setOf(GENERIC);
export const PLACE_WORDS = setOf(PLACES);
export const CRAFT_WORDS = setOf(CRAFT);

/** Short and other forms of the words above, and the whole word that is compared. */
export const WHOLE_WORDS: ReadonlyMap<string, string> = new Map(
  `intl:international int:international natl:national nat:national govt:government dept:department assn:association
   assoc:association bros:brothers mfg:manufacturing mgmt:management svcs:services svc:services tech:technology
   technologies:technology inds:industries ind:industries industry:industries eng:engineering engr:engineering
   dev:development inv:investment investments:investment hldgs:holding hldg:holding holdings:holding grp:group
   gp:group univ:university inst:institute lab:laboratory labs:laboratory ctr:center centre:center cntr:center
   org:organization organisation:organization comm:commercial ent:enterprise enterprises:enterprise ents:enterprise
   trdg:trading fdn:foundation found:foundation sys:systems system:systems services:service companies:company
   corporation:corporation kompaniya:company kompaniia:company gruppa:group tsentr:center fond:fund
   funds:fund logistic:logistics transportation:transport
   airlines:air airline:air airways:air airway:air est:establishment hq:headquarters constr:construction mgt:management
   prods:products pharma:pharmaceutical pharmaceuticals:pharmaceutical acad:academy telecommunications:telecom
   hermanos:brothers hnos:brothers freres:brothers gebruder:brothers gebr:brothers fratelli:brothers
   banco:bank banque:bank banca:bank bankas:bank bankasi:bank rossii:russia rossiya:russia rossiia:russia
   deutschland:germany italia:italy espana:spain polska:poland osterreich:austria schweiz:switzerland suisse:switzerland
   turkiye:turkey brasil:brazil suomi:finland nederland:netherlands`
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);
