import type { FieldName } from '../types.ts';
import { fold } from './fold.ts';
import { isNear } from './near.ts';

/** What a label names: a field, a person's whole name, a second number, or something that is only passed over. */
export type LabelKind = FieldName | 'full_name' | 'personal_number' | 'other';

/** Labels as documents print them in English, French, German, Spanish, Italian and Portuguese; folded. */
const LABELS: Record<Exclude<LabelKind, 'id_number'>, readonly string[]> = {
  last_name: [
    ...['surname', 'surnames', 'last name', 'last names', 'family name', 'nom', 'noms', 'nom de famille', 'nachname'],
    ...[
      'familienname',
      'apellido',
      'apellidos',
      'primer apellido',
      'cognome',
      'apelido',
      'apelidos',
      'apellidos surname',
    ],
  ],
  first_name: [
    ...[
      'given name',
      'given names',
      'first name',
      'first names',
      'forename',
      'forenames',
      'prenom',
      'prenoms',
      'prenom s',
    ],
    ...[
      'given name s',
      'first name s',
      'vorname',
      'vornamen',
      'nombre',
      'nombres',
      'nome',
      'nome proprio',
      'nomes proprios',
    ],
  ],
  full_name: [
    'name',
    'full name',
    'nom et prenom',
    'nom et prenoms',
    'nom prenom',
    'nom prenoms',
    'surname given names',
  ],
  date_of_birth: [
    ...[
      'date of birth',
      'birth date',
      'dob',
      'born',
      'born on',
      'date de naissance',
      'date naissance',
      'ne le',
      'nee le',
    ],
    ...['ne e le', 'geburtsdatum', 'geburtstag', 'geboren am', 'fecha de nacimiento', 'data di nascita', 'nato il'],
    ...['data de nascimento'],
  ],
  document_number: [
    ...[
      'document no',
      'document number',
      'doc no',
      'passport no',
      'passport number',
      'card no',
      'card number',
      'id no',
    ],
    ...['identity card no', 'identity card number', 'licence no', 'license no', 'licence number', 'license number'],
    ...['permit no', 'permit number', 'no de passeport', 'n de passeport', 'no du passeport', 'n du passeport'],
    ...[
      'no du document',
      'n du document',
      'n document',
      'numero du document',
      'no du doc',
      'n du doc',
      'no de document',
    ],
    ...[
      'numero de passeport',
      'numero de carte',
      'no de carte',
      'n de carte',
      'no de la carte',
      'n de la carte',
      'carte no',
    ],
    ...[
      'carte nationale d identite n',
      'carte nationale d identite no',
      'numero de permis',
      'no de permis',
      'no de titre',
    ],
    ...[
      'numero de titre',
      'no',
      'n',
      'passnummer',
      'pass nr',
      'ausweisnummer',
      'dokumentennummer',
      'numero de documento',
    ],
    ...[
      'num documento',
      'numero documento',
      'numero del documento',
      'n documento',
      'documento n',
      'dni',
      'dni num',
      'id number',
    ],
  ],
  personal_number: [
    ...[
      'personal no',
      'personal number',
      'no personnel',
      'n personnel',
      'numero personnel',
      'national number',
      'identity no',
    ],
    ...[
      'identity number',
      'numero national',
      'personal id',
      'personnummer',
      'codice fiscale',
      'numero personal',
      'nin',
    ],
    ...['national identification number', 'numero d identification', 'numero d identification nationale'],
  ],
  nationality: [
    ...[
      'nationality',
      'nationalite',
      'staatsangehorigkeit',
      'nacionalidad',
      'cittadinanza',
      'nacionalidade',
      'citizenship',
    ],
  ],
  sex: ['sex', 'sexe', 'gender', 'geschlecht', 'sexo', 'sesso'],
  expiry_date: [
    ...[
      'date of expiry',
      'expiry date',
      'expiry',
      'expires',
      'expires on',
      'expiration date',
      'expiration',
      'valid until',
    ],
    ...['valid till', 'date d expiration', 'date expiration', 'expire le', 'valable jusqu au', 'valide jusqu au'],
    ...[
      'date de validite',
      'date of expiration',
      'gultig bis',
      'valido hasta',
      'fecha de caducidad',
      'caducidad',
      'validez',
    ],
    ...['scadenza', 'data di scadenza', 'validade', 'data de validade', 'date of expiry date d expiration'],
  ],
  issue_date: [
    ...[
      'date of issue',
      'issue date',
      'issued',
      'issued on',
      'date of issuance',
      'date d emission',
      'date de delivrance',
    ],
    ...[
      'delivre le',
      'delivree le',
      'ausstellungsdatum',
      'ausgestellt am',
      'fecha de expedicion',
      'expedicion',
      'emision',
    ],
    ...['data di rilascio', 'data di emissione', 'data de emissao'],
  ],
  issuing_country: [
    ...['issuing country', 'issuing state', 'country code', 'code of issuing state', 'code du pays', 'pays emetteur'],
    ...['etat emetteur', 'country', 'pays', 'code', 'code of state'],
  ],
  address: [
    ...['address', 'adresse', 'domicile', 'residence', 'anschrift', 'wohnort', 'domicilio', 'indirizzo', 'morada'],
    ...['home address', 'residenza'],
  ],
  other: [
    ...['nom d usage', 'nom d epouse', 'nom de naissance', 'place of birth', 'lieu de naissance', 'geburtsort', 'a'],
    ...[
      'lugar de nacimiento',
      'luogo di nascita',
      'naturalidade',
      'authority',
      'autorite',
      'issuing authority',
      'behorde',
    ],
    ...['autorite de delivrance', 'place of issue', 'lieu de delivrance', 'height', 'taille', 'grosse', 'estatura'],
    ...[
      'signature',
      'holder s signature',
      'signature du titulaire',
      'signature of holder',
      'unterschrift',
      'firma',
      'type',
    ],
    ...[
      'type type',
      'eye colour',
      'colour of eyes',
      'couleur des yeux',
      'augenfarbe',
      'remarks',
      'observations',
      'categories',
    ],
    ...['profession', 'occupation', 'specimen', 'passport', 'passeport'],
  ],
};

const KIND_BY_LABEL = new Map(
  (Object.entries(LABELS) as [LabelKind, readonly string[]][]).flatMap(([kind, labels]) =>
    labels.map((label) => [plain(label), kind] as const),
  ),
);
/** Small print is misread: one letter in so many of a label may be wrong. Shorter labels must be right. */
const LETTERS_PER_EDIT = 5;
const NEAR_LETTERS_MIN = 7;
const LABEL_WORDS_MAX = Math.max(...[...KIND_BY_LABEL.keys()].map((label) => label.split(' ').length));
/** Labels so short that they count only with a colon or a number sign, or with nothing but a value after them. */
const WEAK = new Set([
  'no',
  'n',
  'a',
  'nome',
  'name',
  'type',
  'pays',
  'passport',
  'passeport',
  'specimen',
  'born',
  'issued',
]);

export interface LabelMatch {
  kind: LabelKind;
  /** Words of the segment that belong to the label and its translations. */
  words: number;
  /** The text ends in a colon before the value: what follows on the row is the value. */
  colon: boolean;
}

/**
 * The label that `words` start with, or null. A number of the field before it (`1.`, `(4)`), and translations after it
 * (`Surname/ Nom`), are taken along.
 */
export function matchLabel(words: readonly string[]): LabelMatch | null {
  const start = /^[([]?\d{1,2}[a-z]?[.)\]/:]*$/.test(words[0] ?? '') ? 1 : 0;
  const first = longest(words, start);
  if (!first) return null;
  let end = first.end;
  for (
    let next = longest(words, skipMarks(words, end));
    next?.kind === first.kind;
    next = longest(words, skipMarks(words, end))
  ) {
    end = next.end;
  }
  end = skipMarks(words, end);
  const label = words.slice(start, end);
  const colon = /[:：]$/.test(label.at(-1) ?? '') || /[:°º]/.test(label.at(-1) ?? '');
  if (WEAK.has(fold(label.join(' '))) && !colon && end < words.length) return null;
  return { kind: first.kind, words: end, colon };
}

/** The longest label of whole words from `start` on. */
function longest(words: readonly string[], start: number): { kind: LabelKind; end: number } | null {
  for (let end = Math.min(words.length, start + LABEL_WORDS_MAX); end > start; end--) {
    const kind = kindOf(plain(words.slice(start, end).join(' ')));
    if (kind) return { kind, end };
  }
  return null;
}

function kindOf(text: string): LabelKind | undefined {
  const exact = KIND_BY_LABEL.get(text);
  if (exact || text.length < NEAR_LETTERS_MIN) return exact;
  const near = ([label]: [string, LabelKind]): boolean =>
    label.length >= NEAR_LETTERS_MIN && isNear(label, text, Math.floor(label.length / LETTERS_PER_EDIT));
  return [...KIND_BY_LABEL].find(near)?.[1];
}

/** Folded, and `rn` as `m`: no two labels differ by that, and recognisers do not tell them apart. */
function plain(text: string): string {
  return fold(text).replaceAll('rn', 'm');
}

/** Past words that are nothing but marks: `/`, `:`, `-`, `(1)`. */
function skipMarks(words: readonly string[], from: number): number {
  let end = from;
  while (end < words.length && /^(?:[^\p{L}\p{N}]+|\(\d{1,2}\))$/u.test(words[end] ?? '')) end += 1;
  return end;
}
