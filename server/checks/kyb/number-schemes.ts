/** A number of one country: its form without separators, and the kind of `server/lib/identifiers` that checks it. */
interface NumberForm {
  form: RegExp;
  kind: string;
}

interface CountryNumbers {
  forms: readonly NumberForm[];
  /** The country has no other numbers, so a number of another form is wrong. */
  only?: true;
}

type NumberTable = Readonly<Record<string, CountryNumbers>>;

const one = (form: RegExp, kind: string): CountryNumbers => ({ forms: [{ form, kind }] });
const only = (form: RegExp, kind: string): CountryNumbers => ({ forms: [{ form, kind }], only: true });
const several = (...forms: [form: RegExp, kind: string][]): CountryNumbers => ({
  forms: forms.map(([form, kind]) => ({ form, kind })),
});

/**
 * Numbers in company registers, by country (ISO 3166-1 alpha-2). Our own work, from the registers' public descriptions of their
 * numbers. Countries whose numbers have no check digit are left out (the United Kingdom, Ireland, Luxembourg, the Netherlands,
 * Malta, Hungary). So are forms without a check digit in countries that also have one with it (Polish KRS, Italian REA).
 */
export const REGISTRATION_NUMBERS: NumberTable = {
  AR: one(/^\d{11}$/, 'ar.cuit'),
  AU: several([/^\d{9}$/, 'au.acn'], [/^\d{11}$/, 'au.abn']),
  BE: only(/^[01]?\d{9}$/, 'be.vat'),
  BR: one(/^\d{14}$/, 'br.cnpj'),
  BY: one(/^\d{9}$/, 'by.unp'),
  CA: one(/^\d{9}(RC\d{4})?$/, 'ca.bn'),
  CH: one(/^CHE\d{9}$/, 'ch.uid'),
  CL: one(/^\d{7,8}[\dK]$/, 'cl.rut'),
  CN: one(/^[0-9A-Z]{18}$/, 'cn.uscc'),
  CZ: one(/^\d{8}$/, 'cz.ico'),
  DK: only(/^\d{8}$/, 'dk.cvr'),
  EC: one(/^\d{13}$/, 'ec.ruc'),
  EE: only(/^\d{8}$/, 'ee.registrikood'),
  ES: one(/^[A-HJNP-SUVW]\d{7}[0-9A-J]$/, 'es.cif'),
  FI: only(/^\d{7,8}$/, 'fi.ytunnus'),
  FR: several([/^\d{9}$/, 'fr.siren'], [/^\d{14}$/, 'fr.siret']),
  HR: one(/^\d{11}$/, 'hr.oib'),
  IL: one(/^\d{9}$/, 'il.hp'),
  IS: one(/^\d{10}$/, 'is.kennitala'),
  IT: one(/^\d{11}$/, 'it.iva'),
  JP: one(/^\d{13}$/, 'jp.cn'),
  LV: one(/^\d{11}$/, 'lv.pvn'),
  MD: one(/^\d{13}$/, 'md.idno'),
  NO: only(/^\d{9}$/, 'no.orgnr'),
  PE: one(/^\d{11}$/, 'pe.ruc'),
  PL: several([/^\d{9}$/, 'pl.regon'], [/^\d{14}$/, 'pl.regon']),
  PT: only(/^\d{9}$/, 'pt.nipc'),
  RO: one(/^\d{2,10}$/, 'ro.cui'),
  RU: several([/^\d{13}$/, 'ru.ogrn'], [/^\d{15}$/, 'ru.ogrn'], [/^\d{10}$/, 'ru.inn']),
  SE: only(/^(16)?\d{10}$/, 'se.orgnr'),
  SG: only(/^[0-9A-Z]{9,10}$/, 'sg.uen'),
  SI: several([/^\d{7}$/, 'si.maticna'], [/^\d{10}$/, 'si.maticna']),
  SK: one(/^\d{8}$/, 'sk.ico'),
  TW: one(/^\d{8}$/, 'tw.ubn'),
  UA: one(/^\d{8}$/, 'ua.edrpou'),
  UY: one(/^\d{12}$/, 'uy.rut'),
  VN: several([/^\d{10}$/, 'vn.mst'], [/^\d{13}$/, 'vn.mst']),
};

/** Numbers that tax offices give to companies, from the same kind of sources. A VAT number with its country's prefix is checked as a VAT number. */
export const TAX_NUMBERS: NumberTable = {
  AR: one(/^\d{11}$/, 'ar.cuit'),
  AT: one(/^U\d{8}$/, 'at.uid'),
  AU: several([/^\d{11}$/, 'au.abn'], [/^\d{8,9}$/, 'au.tfn'], [/^\d{9}$/, 'au.acn']),
  BE: one(/^[01]?\d{9}$/, 'be.vat'),
  BG: one(/^\d{9,10}$/, 'bg.vat'),
  BR: several([/^\d{14}$/, 'br.cnpj'], [/^\d{11}$/, 'br.cpf']),
  BY: one(/^\d{9}$/, 'by.unp'),
  CA: one(/^\d{9}(R[CTPRZ]\d{4})?$/, 'ca.bn'),
  CH: one(/^CHE\d{9}$/, 'ch.uid'),
  CL: one(/^\d{7,8}[\dK]$/, 'cl.rut'),
  CN: one(/^[0-9A-Z]{18}$/, 'cn.uscc'),
  CO: one(/^\d{10}$/, 'co.nit'),
  CY: one(/^\d{8}[A-Z]$/, 'cy.vat'),
  CZ: one(/^\d{8,10}$/, 'cz.dic'),
  DK: one(/^\d{8}$/, 'dk.cvr'),
  DO: one(/^\d{9}$/, 'do.rnc'),
  EC: one(/^\d{13}$/, 'ec.ruc'),
  EE: several([/^\d{9}$/, 'ee.kmkr'], [/^\d{8}$/, 'ee.registrikood']),
  ES: one(/^[0-9A-Z]\d{7}[0-9A-Z]$/, 'es.nif'),
  FI: one(/^\d{8}$/, 'fi.ytunnus'),
  FR: several([/^\d{9}$/, 'fr.siren'], [/^\d{14}$/, 'fr.siret']),
  GB: several([/^\d{10}$/, 'gb.utr'], [/^\d{9}$/, 'gb.vat']),
  GR: one(/^\d{9}$/, 'gr.vat'),
  HR: one(/^\d{11}$/, 'hr.oib'),
  HU: one(/^\d{8}$/, 'hu.anum'),
  IE: one(/^\d{7}[A-W][A-IW]?$/, 'ie.vat'),
  IL: one(/^\d{9}$/, 'il.hp'),
  IN: several([/^[A-Z]{5}\d{4}[A-Z]$/, 'in.pan'], [/^\d{2}[A-Z]{5}\d{4}[0-9A-Z]{4}$/, 'in.gstin']),
  IS: one(/^\d{10}$/, 'is.kennitala'),
  IT: several([/^\d{11}$/, 'it.iva'], [/^[A-Z]{6}[0-9A-Z]{10}$/, 'it.codicefiscale']),
  JP: one(/^\d{13}$/, 'jp.cn'),
  KR: one(/^\d{10}$/, 'kr.brn'),
  LT: several([/^\d{9}$/, 'lt.pvm'], [/^\d{12}$/, 'lt.pvm']),
  LU: one(/^\d{8}$/, 'lu.tva'),
  LV: one(/^\d{11}$/, 'lv.pvn'),
  MT: one(/^\d{8}$/, 'mt.vat'),
  MX: one(/^[A-ZÑ&]{3,4}\d{6}[0-9A-Z]{3}$/, 'mx.rfc'),
  NL: one(/^\d{9}$/, 'nl.bsn'),
  NO: one(/^\d{9}$/, 'no.orgnr'),
  NZ: one(/^\d{8,9}$/, 'nz.ird'),
  PE: one(/^\d{11}$/, 'pe.ruc'),
  PL: one(/^\d{10}$/, 'pl.nip'),
  PT: one(/^\d{9}$/, 'pt.nif'),
  RO: one(/^\d{2,10}$/, 'ro.cui'),
  RS: one(/^\d{9}$/, 'rs.pib'),
  RU: several([/^\d{10}$/, 'ru.inn'], [/^\d{12}$/, 'ru.inn']),
  SE: one(/^(16)?\d{10}$/, 'se.orgnr'),
  SG: one(/^[0-9A-Z]{9,10}$/, 'sg.uen'),
  SI: one(/^\d{8}$/, 'si.ddv'),
  SK: one(/^\d{10}$/, 'sk.dph'),
  TH: one(/^\d{13}$/, 'th.tin'),
  TR: several([/^\d{10}$/, 'tr.vkn'], [/^\d{11}$/, 'tr.tckimlik']),
  TW: one(/^\d{8}$/, 'tw.ubn'),
  UA: several([/^\d{8}$/, 'ua.edrpou'], [/^\d{10}$/, 'ua.rntrc']),
  US: one(/^\d{9}$/, 'us.ein'),
  UY: one(/^\d{12}$/, 'uy.rut'),
  VE: one(/^[VEJPG]\d{9}$/, 've.rif'),
  VN: several([/^\d{10}$/, 'vn.mst'], [/^\d{13}$/, 'vn.mst']),
  ZA: one(/^\d{10}$/, 'za.tin'),
};
