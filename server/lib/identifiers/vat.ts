/** Maps the country prefix of each kind of a list, which is the prefix of the number, to the kind. */
function byPrefix(kinds: string): Record<string, string> {
  return Object.fromEntries(kinds.split(/\s+/).map((kind) => [kind.slice(0, 2).toUpperCase(), kind]));
}

/** The kind of number that serves as VAT number, by the country's prefix. Greece's is EL, Northern Ireland's XI. */
const MEMBERS: Readonly<Record<string, string>> = {
  ...byPrefix(`at.uid be.vat bg.vat cy.vat cz.dic de.vat dk.cvr ee.kmkr es.nif fi.alv fr.tva gr.vat hr.oib hu.anum ie.vat it.iva
lt.pvm lu.tva lv.pvn mt.vat nl.btw pl.nip pt.nif ro.cf se.vat si.ddv sk.dph`),
  EL: 'gr.vat',
  XI: 'gb.vat',
};

/** Outside the Union: the number that a business uses for sales tax; EU and IM are the One Stop Shop's. */
const OTHERS: Readonly<Record<string, string>> = {
  ...byPrefix(`ad.nrt al.nipt ar.cuit au.abn az.voen br.cnpj by.unp ca.bn ch.vat cl.rut cn.uscc co.nit cr.cpj do.rnc dz.nif ec.ruc
eg.tn eu.oss fo.vn gb.vat gh.tin gn.nifp gt.nit id.npwp il.hp in.gstin is.vsk jp.cn ke.pin kr.brn li.peid ma.ice
mc.tva md.idno me.pib mk.edb mx.rfc mz.nuit no.mva nz.ird om.vat pe.ruc py.ruc rs.pib ru.inn sm.coe sn.ninea sv.nit
th.tin tn.mf tr.vkn tw.ubn ua.edrpou uy.rut ve.rif vn.mst za.tin`),
  IM: 'eu.oss',
};

/** Returns the kind that checks a VAT number of this prefix; undefined if it is unknown. `membersOnly`: only those of the Union. */
export function vatKind(prefix: string, membersOnly = false): string | undefined {
  return MEMBERS[prefix] ?? (membersOnly ? undefined : OTHERS[prefix]);
}
