import { ownValue } from '../own.ts';
import { identifierKinds } from './kinds.ts';

/** Labels by the kind that they mean, in lower case without spaces and punctuation: lists, FollowTheMoney properties and short forms. */
const EXACT: Readonly<Record<string, string>> = byLabel({
  national_id:
    'idnumber identificationnumber id nationalid cedula cedulano cnic tazkira nationaltazkiranumber dni jmbg',
  tax: 'taxnumber tin taxid fiscalcode nit ruc rut nif cif rtn pin',
  vat: 'vatcode',
  registration_number: 'registrationid regno crn',
  ogrn: 'ogrnip',
  bic: 'swift swiftbic swiftcode biccode bic',
  bik: 'bikcode',
  uei: 'uniqueentityid ueicode',
  duns: 'dunscode',
  cik: 'ciknumber',
  cage: 'cagecode',
  permid: 'permid',
  'cn.uscc': 'usccode uscc',
  social_security: 'socialsecuritynumber',
  'us.ssn': 'ssn',
  'us.ein': 'ein fein usfein',
  'mx.curp': 'curp',
  'mx.rfc': 'rfc',
  'ar.cuit': 'cuit',
  'br.cpf': 'cpf',
  'br.cnpj': 'cnpj',
  'hr.oib': 'oib',
  'pl.pesel': 'pesel',
  'pl.nip': 'nip',
  'pl.regon': 'regon',
  'fr.siren': 'siren',
  'fr.siret': 'siret',
  'ua.edrpou': 'edrpou',
  'in.aadhaar': 'aadhaar',
  'it.codicefiscale': 'codicefiscale italianfiscalcode',
  'es.nie': 'nie',
  've.rif': 'rif',
  'cl.run': 'run',
  'do.rnc': 'rnc',
  call_sign: 'callsign',
  'bg.egn': 'egn',
  isin: 'isinnumber',
  chinese_commercial_code: 'chinesecommercialcode',
  wikidataqid: 'qid wikidataid',
  aircraft_serial: 'msn serialnumber',
  number: 'other unknown none',
});

function byLabel(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).flatMap(([kind, all]) => all.split(' ').map((one) => [one, kind])));
}

/** Short forms that mean a different number in each country. */
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

/** Words of a label, by meaning; the first match counts. Applied to the label in lower case, split into words. */
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
 * Returns the kind that a publisher's label means: `Tax ID No.` is `tax`, `C.U.R.P.` is `mx.curp`, FollowTheMoney's
 * `innCode` is `inn`. `country` (ISO 3166-1 alpha-2) decides between numbers with the same short form, such as N.I.T.
 * Returns an unknown label in lower_snake_case, an empty one as `number`.
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

/** Returns the label in lower case without accents, split into words at spaces, punctuation and inner capitals; joins dotted short forms. */
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
