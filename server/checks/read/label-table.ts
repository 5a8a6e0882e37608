import type { FieldName } from '../types.ts';

/** What a label names: a field, a person's whole name, a second number, or something that is only passed over. */
export type LabelKind = FieldName | 'full_name' | 'personal_number' | 'other';

/** Labels as documents print them in English, French, German, Spanish, Italian and Portuguese; folded, between commas. */
export const LABELS: Record<Exclude<LabelKind, 'id_number'>, readonly string[]> = {
  last_name: [
    'surname, surnames, last name, last names, family name, nom, noms, nom de famille, nachname, familienname',
    'apellido, apellidos, primer apellido, cognome, apelido, apelidos, apellidos surname',
  ],
  first_name: [
    'given name, given names, first name, first names, forename, forenames, prenom, prenoms, prenom s',
    'given name s, first name s, vorname, vornamen, nombre, nombres, nome, nome proprio, nomes proprios',
  ],
  full_name: ['name, full name, nom et prenom, nom et prenoms, nom prenom, nom prenoms, surname given names'],
  date_of_birth: [
    'date of birth, birth date, dob, born, born on, date de naissance, date naissance, ne le, nee le, ne e le',
    'geburtsdatum, geburtstag, geboren am, fecha de nacimiento, data di nascita, nato il, data de nascimento',
  ],
  document_number: [
    'document no, document number, doc no, passport no, passport number, card no, card number, id no',
    'identity card no, identity card number, licence no, license no, licence number, license number',
    'permit no, permit number, no de passeport, n de passeport, no du passeport, n du passeport',
    'no du document, n du document, n document, numero du document, no du doc, n du doc, no de document',
    'numero de passeport, numero de carte, no de carte, n de carte, no de la carte, n de la carte, carte no',
    'carte nationale d identite n, carte nationale d identite no, numero de permis, no de permis, no de titre',
    'numero de titre, no, n, passnummer, pass nr, ausweisnummer, dokumentennummer, numero de documento',
    'num documento, numero documento, numero del documento, n documento, documento n, dni, dni num, id number',
  ],
  personal_number: [
    'personal no, personal number, no personnel, n personnel, numero personnel, national number, identity no',
    'identity number, numero national, personal id, personnummer, codice fiscale, numero personal, nin',
    'national identification number, numero d identification, numero d identification nationale',
  ],
  nationality: [
    'nationality, nationalite, staatsangehorigkeit, nacionalidad, cittadinanza, nacionalidade, citizenship',
  ],
  sex: ['sex, sexe, gender, geschlecht, sexo, sesso'],
  expiry_date: [
    'date of expiry, expiry date, expiry, expires, expires on, expiration date, expiration, valid until',
    'valid till, date d expiration, date expiration, expire le, valable jusqu au, valide jusqu au',
    'date de validite, date of expiration, gultig bis, valido hasta, fecha de caducidad, caducidad, validez',
    'scadenza, data di scadenza, validade, data de validade, date of expiry date d expiration',
  ],
  issue_date: [
    'date of issue, issue date, issued, issued on, date of issuance, date d emission, date de delivrance',
    'delivre le, delivree le, ausstellungsdatum, ausgestellt am, fecha de expedicion, expedicion, emision',
    'data di rilascio, data di emissione, data de emissao',
  ],
  issuing_country: [
    'issuing country, issuing state, country code, code of issuing state, code du pays, pays emetteur',
    'etat emetteur, country, pays, code, code of state',
  ],
  address: [
    'address, adresse, domicile, residence, anschrift, wohnort, domicilio, indirizzo, morada, home address',
    'residenza',
  ],
  other: [
    'nom d usage, nom d epouse, nom de naissance, place of birth, lieu de naissance, geburtsort, a',
    'country of birth, pays de naissance, lugar de nacimiento, luogo di nascita, naturalidade',
    'authority, autorite, issuing authority, behorde',
    'autorite de delivrance, place of issue, lieu de delivrance, height, taille, grosse, estatura, signature',
    'holder s signature, signature du titulaire, signature of holder, unterschrift, firma, type, type type',
    'eye colour, colour of eyes, couleur des yeux, augenfarbe, remarks, observations, categories, profession',
    'occupation, specimen, passport, passeport',
  ],
};
