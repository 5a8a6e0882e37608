import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * National numbers that the package stdnum (MIT) checks, such as `fr.siret`. Its documentation names the source of each. Of the numbers without a
 * check digit, only those are included that identify a company or serve as its VAT number.
 */
export const STDNUM_KINDS: ReadonlySet<string> = new Set(
  `ad.nrt al.nipt ao.nif ar.cbu ar.cuit at.tin at.uid at.vnr au.abn au.acn au.tfn az.tin ba.jmbg be.bis be.insz be.nn
be.vat bg.egn bg.pnf bg.vat br.cnpj br.cpf by.unp ca.bc_bhn ca.bn ca.gst ca.qst ca.sin ch.ssn ch.uid ch.vat cl.run
cl.rut cn.ric cn.uscc co.nit cr.cpj cy.vat cz.dic cz.ico cz.rc de.idnr de.stnr de.svnr de.vat dk.cpr dk.cvr do.cedula
do.rnc dz.nif ec.ci ec.ruc ee.ik ee.kmkr ee.registrikood eg.tn es.cif es.dni es.nie es.nif es.nss fi.alv fi.hetu
fi.ytunnus fo.vn fr.nif fr.nir fr.siren fr.siret fr.tva gb.utr gb.vat gh.tin gn.nifp gr.amka gr.vat gt.cui gt.nit
hk.hkid hr.oib hu.anum id.npwp ie.pps ie.vat il.hp il.idnr in.aadhaar in.epic in.gstin in.pan in.vid is.kennitala
is.vsk it.codicefiscale it.iva jp.cn ke.pin kr.brn kr.rrn li.peid lt.asmens lt.pvm lu.tva lv.pvn ma.ice ma.ice9 mc.tva
md.idno me.jmbg me.pib mk.edb mk.jmbg mt.vat mu.nid mx.clabe mx.curp mx.rfc mz.nuit nl.bsn nl.btw no.fodselsnummer
no.kontonr no.mva no.orgnr nz.bank nz.ird pe.cui pe.ruc pl.nip pl.pesel pl.regon pt.cc pt.nif pt.nipc py.cedula py.ruc
ro.cif ro.cnp ro.cui rs.jmbg rs.pib ru.inn se.orgnr se.personnummer se.vat sg.uen si.ddv si.emso si.jmbg sk.dph sk.rc
sm.coe sv.nit th.idnr th.moa th.tin tn.mf tr.tckimlik tr.vkn tw.ban tw.natid tw.tax_code tw.ubn tw.ui ua.edrpou
ua.rntrc us.ein uy.cedula uy.nie uy.rut ve.rif vn.mst za.idnr za.tin za.vat`.split(/\s+/),
);

/** The kinds among these without a check digit, or without a published one: stdnum checks only their form. */
export const STDNUM_FORMS: ReadonlySet<string> = new Set(
  'ad.nrt al.nipt cr.cpj dz.nif eg.tn fo.vn in.pan is.vsk ke.pin li.peid sm.coe tn.mf us.ein'.split(' '),
);

interface Validator {
  validate(value: string): { isValid: boolean };
}

/** Each stdnum number knows only the separators of its own country; people and lists use any. */
const SEPARATORS = /[\s./,:-]/g;

const loaded = new Map<string, Validator>();

/**
 * Checks a number with stdnum. `kind` is one of `STDNUM_KINDS`. Each kind's module is loaded on first use: all of them together take over 100 ms. An
 * exception of stdnum (some unexpected texts cause one) means that the number is not valid.
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
