import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * National numbers that the package stdnum (MIT) checks, by ISO 3166-1 country. Its own documents name each one's source. Of those
 * without a check digit it has those alone that a company or its VAT number is checked by.
 */
const NUMBERS: Readonly<Record<string, string>> = {
  ad: 'nrt',
  al: 'nipt',
  ao: 'nif',
  ar: 'cbu cuit',
  at: 'tin uid vnr',
  au: 'abn acn tfn',
  az: 'tin',
  ba: 'jmbg',
  be: 'bis insz nn vat',
  bg: 'egn pnf vat',
  br: 'cnpj cpf',
  by: 'unp',
  ca: 'bc_bhn bn gst qst sin',
  ch: 'ssn uid vat',
  cl: 'run rut',
  cn: 'ric uscc',
  co: 'nit',
  cr: 'cpj',
  cy: 'vat',
  cz: 'dic ico rc',
  de: 'idnr stnr svnr vat',
  dk: 'cpr cvr',
  do: 'cedula rnc',
  dz: 'nif',
  ec: 'ci ruc',
  ee: 'ik kmkr registrikood',
  eg: 'tn',
  es: 'cif dni nie nif nss',
  fi: 'alv hetu ytunnus',
  fo: 'vn',
  fr: 'nif nir siren siret tva',
  gb: 'utr vat',
  gh: 'tin',
  gn: 'nifp',
  gr: 'amka vat',
  gt: 'cui nit',
  hk: 'hkid',
  hr: 'oib',
  hu: 'anum',
  id: 'npwp',
  ie: 'pps vat',
  il: 'hp idnr',
  in: 'aadhaar epic gstin pan vid',
  is: 'kennitala vsk',
  it: 'codicefiscale iva',
  jp: 'cn',
  ke: 'pin',
  kr: 'brn rrn',
  li: 'peid',
  lt: 'asmens pvm',
  lu: 'tva',
  lv: 'pvn',
  ma: 'ice ice9',
  mc: 'tva',
  md: 'idno',
  me: 'jmbg pib',
  mk: 'edb jmbg',
  mt: 'vat',
  mu: 'nid',
  mx: 'clabe curp rfc',
  mz: 'nuit',
  nl: 'bsn btw',
  no: 'fodselsnummer kontonr mva orgnr',
  nz: 'bank ird',
  pe: 'cui ruc',
  pl: 'nip pesel regon',
  pt: 'cc nif nipc',
  py: 'cedula ruc',
  ro: 'cif cnp cui',
  rs: 'jmbg pib',
  ru: 'inn',
  se: 'orgnr personnummer vat',
  sg: 'uen',
  si: 'ddv emso jmbg',
  sk: 'dph rc',
  sm: 'coe',
  sv: 'nit',
  th: 'idnr moa tin',
  tn: 'mf',
  tr: 'tckimlik vkn',
  tw: 'ban natid tax_code ubn ui',
  ua: 'edrpou rntrc',
  us: 'ein',
  uy: 'cedula nie rut',
  ve: 'rif',
  vn: 'mst',
  za: 'idnr tin vat',
};

/** Kinds such as `fr.siret` that stdnum checks. */
export const STDNUM_KINDS: ReadonlySet<string> = new Set(
  Object.entries(NUMBERS).flatMap(([country, names]) => names.split(' ').map((name) => `${country}.${name}`)),
);

/** Of these, those that have no check digit, or none that is published: stdnum looks at their form. */
export const STDNUM_FORMS: ReadonlySet<string> = new Set(
  'ad.nrt al.nipt cr.cpj dz.nif eg.tn fo.vn in.pan is.vsk ke.pin li.peid sm.coe tn.mf us.ein'.split(' '),
);

interface Validator {
  validate(value: string): { isValid: boolean };
}

/** Each of its numbers knows the separators of its own country; people and lists use any. */
const SEPARATORS = /[\s./,:-]/g;

const loaded = new Map<string, Validator>();

/**
 * Asks stdnum. `kind` is one of `STDNUM_KINDS`. Each number's module is loaded when it is first asked for: all of them together take
 * above 100 ms. An exception of its (it has some for text it does not expect) means that the number is not valid.
 */
export function isValidByStdnum(kind: string, value: string): boolean {
  const validator = loaded.get(kind) ?? load(kind);
  return accepts(validator, value) || accepts(validator, value.replace(SEPARATORS, ''));
}

function accepts(validator: Validator, value: string): boolean {
  try {
    return validator.validate(value).isValid;
  } catch {
    return false;
  }
}

function load(kind: string): Validator {
  const validator: Validator = require(`stdnum/lib/cjs/${kind.replace('.', '/')}.js`);
  loaded.set(kind, validator);
  return validator;
}
