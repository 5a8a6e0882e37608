import type { DocumentType } from '../types.ts';

/**
 * Words that name the kind of document, folded, separated by commas, in order of trust: a permit mentions passports, not the reverse. English,
 * French, German, Spanish, Italian and Portuguese, and the titles of cards in other languages with Latin letters.
 */
export const TYPE_WORDS: readonly (readonly [DocumentType, readonly string[]])[] = [
  [
    'residence_permit',
    [
      'residence permit, resident permit, residence card, permanent resident, resident since, uscis, titre de sejour, carte de sejour',
      'carte de resident, permis de sejour, aufenthaltstitel, aufenthaltskarte, aufenthaltserlaubnis',
      'niederlassungserlaubnis, permiso de residencia, tarjeta de residencia, permesso di soggiorno',
      'titulo de residencia, autorizacao de residencia, verblijfstitel, verblijfsdocument, karta pobytu',
      'uppehallstillstand, opholdskort, oppholdskort, permis de sedere, povoleni k pobytu',
    ],
  ],
  [
    'driving_license',
    [
      'driving licence, driving license, driver licence, driver license, drivers license, drivers licence',
      'driver s license, driver s licence, permis de conduire, fuhrerschein, fuhrerausweis',
      'permiso de conduccion, permiso de conducir, licencia de conducir, patente di guida, carta de conducao',
      'carteira nacional de habilitacao, rijbewijs, prawo jazdy, korkort, korekort, forerkort, permis de conducere',
      'ridicsky prukaz, vodicky preukaz, vozacka dozvola, voznisko dovoljenje, vezetoi engedely, ajokortti, juhiluba',
    ],
  ],
  [
    'national_id',
    [
      'identity card, identification card, carte valable jusqu au, national id, identity document, carte nationale d identite',
      'carte d identite, personalausweis, identitatskarte, identitatsausweis, documento nacional de identidad',
      'cedula de identidad, cedula de ciudadania, tarjeta de identidad, carta di identita, carta d identita',
      'bilhete de identidade, cartao de cidadao, carteira de identidade, identiteitskaart, dowod osobisty',
      'nationellt identitetskort, carte de identitate, obcansky prukaz, obciansky preukaz, osobna iskaznica',
      'osebna izkaznica, szemelyazonosito igazolvany, henkilokortti, isikutunnistus, asmens tapatybes kortele',
      'personas aplieciba, kimlik karti, licna karta',
    ],
  ],
  [
    'passport',
    [
      'passport, passeport, reisepass, pasaporte, passaporto, passaporte, paspoort, paszport, pasaport',
      'utlevel, putovnica, cestovni pas, cestovny pas, potni list',
    ],
  ],
  [
    'proof_of_address',
    [
      'proof of address, utility bill, council tax, bank statement, account statement, tenancy agreement, invoice',
      'electricity, electricity bill, gas bill, water bill, kwh, justificatif de domicile, quittance de loyer',
      'avis d imposition, taxe d habitation, releve de compte, attestation d hebergement, electricite, facture',
      'meldebescheinigung, meldebestatigung, kontoauszug, stromrechnung, rechnung, mietvertrag, rundfunkbeitrag',
      'certificado de empadronamiento, volante de empadronamiento, extracto bancario, recibo de luz, factura',
      'certificato di residenza, estratto conto, bolletta, fattura, atestado de residencia, fatura',
      'comprovativo de morada, comprovante de residencia, extrato bancario, conta de luz',
    ],
  ],
  ['other', []],
];
