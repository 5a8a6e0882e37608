import { ownValue } from '../own.ts';
import { identifierKinds } from './kinds.ts';

/** Labels without spaces and signs, in small letters: lists, FollowTheMoney properties and short forms. */
const EXACT: Readonly<Record<string, string>> = {
  idnumber: 'national_id',
  identificationnumber: 'national_id',
  id: 'national_id',
  nationalid: 'national_id',
  cedula: 'national_id',
  cedulano: 'national_id',
  cnic: 'national_id',
  tazkira: 'national_id',
  nationaltazkiranumber: 'national_id',
  taxnumber: 'tax',
  tin: 'tax',
  taxid: 'tax',
  fiscalcode: 'tax',
  vatcode: 'vat',
  registrationid: 'registration_number',
  regno: 'registration_number',
  crn: 'registration_number',
  ogrnip: 'ogrn',
  swift: 'bic',
  swiftbic: 'bic',
  swiftcode: 'bic',
  biccode: 'bic',
  bikcode: 'bik',
  uniqueentityid: 'uei',
  ueicode: 'uei',
  dunscode: 'duns',
  ciknumber: 'cik',
  cagecode: 'cage',
  permid: 'permid',
  usccode: 'cn.uscc',
  uscc: 'cn.uscc',
  socialsecuritynumber: 'social_security',
  ssn: 'us.ssn',
  ein: 'us.ein',
  fein: 'us.ein',
  usfein: 'us.ein',
  curp: 'mx.curp',
  rfc: 'mx.rfc',
  cuit: 'ar.cuit',
  cpf: 'br.cpf',
  cnpj: 'br.cnpj',
  oib: 'hr.oib',
  pesel: 'pl.pesel',
  nip: 'pl.nip',
  regon: 'pl.regon',
  siren: 'fr.siren',
  siret: 'fr.siret',
  edrpou: 'ua.edrpou',
  aadhaar: 'in.aadhaar',
  codicefiscale: 'it.codicefiscale',
  italianfiscalcode: 'it.codicefiscale',
  nie: 'es.nie',
  rif: 've.rif',
  nit: 'tax',
  ruc: 'tax',
  run: 'cl.run',
  rut: 'tax',
  nif: 'tax',
  cif: 'tax',
  dni: 'national_id',
  rtn: 'tax',
  pin: 'tax',
  rnc: 'do.rnc',
  callsign: 'call_sign',
  jmbg: 'national_id',
  egn: 'bg.egn',
  isinnumber: 'isin',
  chinesecommercialcode: 'chinese_commercial_code',
  qid: 'wikidataqid',
  wikidataid: 'wikidataqid',
  msn: 'aircraft_serial',
  serialnumber: 'aircraft_serial',
  bic: 'bic',
  other: 'number',
  unknown: 'number',
  none: 'number',
};

/** Short forms that name another number in each country. */
const BY_COUNTRY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dni: { ES: 'es.dni', AR: 'ar.dni' },
  nit: { CO: 'co.nit', GT: 'gt.nit', SV: 'sv.nit' },
  ruc: { PE: 'pe.ruc', EC: 'ec.ruc', PY: 'py.ruc' },
  rut: { CL: 'cl.rut', UY: 'uy.rut' },
  nif: { ES: 'es.nif', PT: 'pt.nif', DZ: 'dz.nif', AO: 'ao.nif' },
  cif: { ES: 'es.cif', RO: 'ro.cif' },
  jmbg: { BA: 'ba.jmbg', ME: 'me.jmbg', MK: 'mk.jmbg', RS: 'rs.jmbg', SI: 'si.jmbg' },
  pin: { KE: 'ke.pin', AZ: 'az.pin' },
  cnic: { PK: 'pk.cnic' },
  ssn: { CH: 'ch.ssn', BE: 'be.ssn' },
};

/** Words of a label, by what they say; the first that holds counts. Tried on the label in small letters, words apart. */
const BY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bimo\b|vessel registration identification/, 'imo'],
  [/\bmmsi\b|maritime mobile/, 'mmsi'],
  [/\blei\b|legal entity identifier/, 'lei'],
  [/\biban\b/, 'iban'],
  [/\bisin\b/, 'isin'],
  [/\b(?:swift|bic)\b|bank identifier code/, 'bic'],
  [/\binn\b|инн/, 'inn'],
  [/\bogrn(?:ip)?\b|огрн|primary state registration number|main state registration number/, 'ogrn'],
  [/\bkpp\b|кпп/, 'kpp'],
  [/\bokpo\b|окпо/, 'okpo'],
  [/\bd ?u ?n ?s\b/, 'duns'],
  [/\b(?:cusip|figi|sedol|uei|npi|cik|cage|imei|eori|isni)\b/, ''],
  [/unified social credit/, 'cn.uscc'],
  [/call ?sign/, 'call_sign'],
  [/tail|aircraft mode s|aircraft registration/, 'aircraft_registration'],
  [/aircraft.*serial|construction number|manufacturer s serial/, 'aircraft_serial'],
  [/currency address xbt|bitcoin/, 'bitcoin'],
  [/currency address|wallet/, 'crypto_address'],
  [/bank account|account number/, 'bank_account'],
  [/travel document|laissez|seaman|refugee/, 'travel_document'],
  [/passport|passeport|pasaporte|паспорт/, 'passport'],
  [/driv(?:er|ing)/, 'driving_license'],
  [/resid|alien|immigration|foreign/, 'residence_permit'],
  [/birth certificate/, 'birth_certificate'],
  [/voter|electoral/, 'voter_id'],
  [/social (?:security|insurance)|national insurance|sozialversicherung/, 'social_security'],
  [/\bvat\b|\bv a t\b|value added/, 'vat'],
  [/\btax|fiscal|\btin\b/, 'tax'],
  [/licen[cs]e|permit/, 'license'],
  [
    /regist(?:ration|ry|er|ered)|company (?:number|no|id)|commerc|matricula|folio|incorporation|enterprise|trade|organi[sz]ation code|business (?:number|id)/,
    'registration_number',
  ],
  [/national|identi|personal|citizen|\bid\b|cedula|card/, 'national_id'],
];

/**
 * The kind that a publisher's label means: `Tax ID No.` is `tax`, `C.U.R.P.` is `mx.curp`, FollowTheMoney's `innCode` is `inn`. `country`
 * (ISO 3166-1 alpha-2) decides between numbers of one short form, such as N.I.T. A label that says nothing to us comes
 * back in lower_snake_case, an empty one as `number`.
 */
export function canonicalKind(label: string, country?: string): string {
  if (/^[a-z]{2}\.[a-z_0-9]+$/.test(label) || Object.hasOwn(identifierKinds, label)) return label;
  const words = wordsOf(label);
  const compact = words.replaceAll(' ', '');
  const bare = compact.replace(/(?:code|number|num|nro|no)$/, '');
  for (const key of [compact, bare]) {
    const national = ownValue(ownValue(BY_COUNTRY, key) ?? {}, country?.toUpperCase() ?? '');
    const kind = national ?? ownValue(EXACT, key) ?? identifierKind(key);
    if (kind) return kind;
  }
  const found = BY_WORDS.find(([pattern]) => pattern.test(words));
  if (found) return found[1] || (found[0].exec(words)?.[0] ?? 'number');
  return words.replaceAll(' ', '_') || 'number';
}

function identifierKind(compact: string): string | undefined {
  return Object.keys(identifierKinds).find((kind) => kind.replaceAll('_', '') === compact);
}

/** Small letters without accents, words apart at spaces, signs and capitals inside; dotted short forms joined. */
function wordsOf(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/\b(\p{L})\.(?=\p{L}\b)/gu, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
