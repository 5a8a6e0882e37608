import type { MrzParsed } from '../../../models/mrz/types.ts';
import type { DocumentSide, DocumentType } from '../types.ts';
import { fold } from './fold.ts';

type ReadType = DocumentType | 'unknown';

/** Words that name the kind of document, folded, in order of trust: a permit mentions passports, not the reverse. */
const KEYWORDS: readonly (readonly [DocumentType, readonly string[]])[] = [
  [
    'residence_permit',
    [
      ...['residence permit', 'titre de sejour', 'carte de sejour', 'aufenthaltstitel', 'permiso de residencia'],
      ...['permesso di soggiorno', 'titulo de residencia', 'permanent resident', 'carte de resident'],
    ],
  ],
  [
    'driving_license',
    [
      ...[
        'driving licence',
        'driving license',
        'driver licence',
        'driver license',
        'drivers license',
        'permis de conduire',
      ],
      ...['fuhrerschein', 'permiso de conduccion', 'patente di guida', 'carta de conducao', 'driver s license'],
    ],
  ],
  [
    'national_id',
    [
      ...['identity card', 'carte nationale d identite', 'carte d identite', 'personalausweis', 'national id'],
      ...[
        'documento nacional de identidad',
        'carta di identita',
        'carta d identita',
        'bilhete de identidade',
        'identification card',
      ],
      ...['cartao de cidadao', 'identitatskarte', 'identity document'],
    ],
  ],
  ['passport', ['passport', 'passeport', 'reisepass', 'pasaporte', 'passaporto', 'passaporte']],
  [
    'proof_of_address',
    [
      ...[
        'electricity',
        'electricite',
        'facture',
        'invoice',
        'utility bill',
        'quittance de loyer',
        'avis d imposition',
      ],
      ...['proof of address', 'justificatif de domicile', 'council tax', 'bank statement', 'releve de compte', 'kwh'],
    ],
  ],
];

/** The kind of document by its zone, else by its words; `unknown` where neither tells. */
export function guessType(mrz: MrzParsed | null, text: string): ReadType {
  return (mrz && typeOfZone(mrz)) ?? typeOfWords(text);
}

/**
 * ICAO Doc 9303 parts 4 and 5: P opens a passport's zone. Cards start with A, C or I and leave the rest to the issuer,
 * of which R (residence) is in common use; the words on a card outrank that.
 */
function typeOfZone({ format, document_code }: MrzParsed): ReadType | null {
  if (format === 'TD3') return 'passport';
  if (format === 'MRVA' || format === 'MRVB') return 'other';
  return document_code === 'IR' || document_code === 'AR' || document_code.startsWith('C')
    ? 'residence_permit'
    : 'national_id';
}

function typeOfWords(text: string): ReadType {
  const folded = ` ${fold(text)} `;
  return KEYWORDS.find(([, words]) => words.some((word) => folded.includes(` ${word} `)))?.[0] ?? 'unknown';
}

/** A card of three lines carries its zone on the back (part 5); other documents on the side of the portrait. */
export function guessSide(type: ReadType, mrz: MrzParsed | null): DocumentSide | null {
  if (type === 'passport' || type === 'selfie' || type === 'proof_of_address' || !mrz) return null;
  return mrz.format === 'TD1' ? 'back' : null;
}
