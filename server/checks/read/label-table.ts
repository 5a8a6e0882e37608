import type { DocumentType, FieldName } from '../types.ts';

/** What a label names: a field, a person's whole name, a second number, or something that is skipped. */
export type LabelKind = FieldName | 'full_name' | 'personal_number' | 'other';

/** Labels by what they name. */
export type LabelTable = Partial<Record<Exclude<LabelKind, 'id_number'>, readonly string[]>>;

/** Words of documents in one script other than labels, separated by commas: whole titles and sexes, beginnings of the names of months and states. */
export interface ScriptWords {
  types: Partial<Record<DocumentType, readonly string[]>>;
  sexes: { M: string; F: string };
  /** January first. Empty if months are digits. */
  months: readonly string[];
  /** By ISO 3166-1 alpha-2. */
  countries: Readonly<Record<string, string>>;
}

/**
 * Labels as documents print them, folded, separated by commas: English, French, German, Spanish, Italian, Portuguese, then those
 * added by the identity cards and driving licences of the other states of the EU and its neighbours. Endings in brackets, as in
 * `Prénom(s)`, are dropped before a label is looked up, and a number sign is an `n`.
 */
export const LABELS: Record<Exclude<LabelKind, 'id_number'>, readonly string[]> = {
  last_name: [
    'surname, surnames, last name, last names, family name, nom, noms, nom de famille, nachname, nachnamen, familienname',
    'apellido, apellidos, primer apellido, cognome, cognomi, apelido, apelidos, sobrenome, nome de familia',
    'achternaam, nazwisko, efternavn, efternamn, etternavn, prijmeni, priezvisko, prezime, priimek, nume',
    'nume de familie, csaladi nev, sukunimi, perekonnanimi, uzvards, pavarde, soyadi',
  ],
  first_name: [
    'given name, given names, first name, first names, forename, forenames, prenom, prenoms, vorname, vornamen',
    'nombre, nombres, nome, nomi, nomes, nome proprio, nomes proprios, nomes proprio, primeiro nome',
    'voornaam, voornamen, imie, imiona, fornavn, fornavne, fornamn, jmeno, meno, imena, prenume, utonev',
    'etunimet, eesnimed, eesnimi, vards, vardas',
  ],
  full_name: [
    'name, full name, nom et prenom, nom et prenoms, nom prenom, nom prenoms, name vorname, name vornamen',
    'nome e cognome, cognome e nome, nombre y apellidos, apellidos y nombre, nome completo, naam',
  ],
  date_of_birth: [
    'date of birth, birth date, dob, birthdate, born, born on, birthday, date de naissance, date naissance',
    'date de naiss, date naiss, ne le, nee le, ne e le, geburtsdatum, geburtstag, geboren am, geb am, geb datum',
    'fecha de nacimiento, fecha nacimiento, fecha de nac, fecha nac, f nacimiento, nacido el, data di nascita',
    'data nascita, nato il, nata il, data de nascimento, data nascimento, data de nasc, nascido em',
    'geboortedatum, geboren op, data urodzenia, fodselsdato, fodt, fodelsedatum, datum narozeni, datum narodenia',
    'datum rodenja, datum rojstva, data nasterii, szuletesi ido, syntymaaika, sunniaeg, dzimsanas datums',
    'gimimo data, dogum tarihi',
  ],
  document_number: [
    'document no, document number, document nr, document, doc no, passport no, passport number, card no, card number',
    'id no, id card no, id card number, identity card no, identity card number, licence no, license no',
    'licence number, license number, permit no, permit number, n de passeport, n du passeport, n du document',
    'n document, n documento, n de documento, n do documento, n di documento, n del documento, n de la carte',
    'n carte, n de carte, n du doc, n carta, n da carta, n de cartao, n du titre, n de titre, n du permis',
    'n de permis, n, number, numero, nummer, numero du document, numero de document, numero de passeport',
    'numero de carte, numero de la carte, numero de permis, numero de titre, numero carte, carte n, carta n',
    'carte nationale d identite n, carte d identite n, carta d identita n, passnummer, pass nr, pass n',
    'ausweisnummer, ausweis nr, ausweis n, dokumentennummer, dokumentnummer, dokument nr, dokumenten nr',
    'kartennummer, karten nr, numero de documento, num documento, num de documento, num doc, numero documento',
    'numero do documento, numero del documento, numero di documento, numero carta, numero della carta',
    'numero do cartao, numero de tarjeta, numero de carta, documento n, documento nr, documento, dni, dni n, dni num, id number',
    // Romania: series of two letters, and number (Government Decision 1375/2006).
    'seria, serie, seria si n',
    // AAMVA DL/ID Card Design Standard (2020), annex A, and the number of a foreigner with US Citizenship and Immigration Services.
    'dl, dl n, dln, dln n, lic n, ol n, customer identifier, uscis, uscis n',
    'documentnummer, numer dokumentu, nr dokumentu, dokumentnummer, kortnummer, cislo dokladu, cislo dokumentu',
    'broj dokumenta, broj osobne iskaznice, numar document, okmanyazonosito, asiakirjan numero, seri no',
  ],
  personal_number: [
    'personal no, personal number, n personnel, numero personnel, national number, identity no',
    'identity number, numero national, personal id, personnummer, codice fiscale, numero personal, nin',
    'national identification number, numero d identification, numero d identification nationale, pesel',
    'rodne cislo, oib, emso, cnp, henkilotunnus, isikukood, personas kods, asmens kodas, rijksregisternummer',
  ],
  nationality: [
    'nationality, nationalite, nationalitat, staatsangehorigkeit, nacionalidad, cittadinanza, nazionalita',
    'nacionalidade, citizenship, staatsburgerschaft, cidadania, ciudadania, nationaliteit, obywatelstwo',
    'nationalitet, medborgarskap, statni prislusnost, statna prislusnost, drzavljanstvo, cetatenie',
    'allampolgarsag, kansalaisuus, kodakondsus, pilsoniba, pilietybe, uyrugu',
  ],
  sex: [
    'sex, sexe, gender, geschlecht, genre, sexo, sesso, genero, genere, geslacht, plec, kjonn, pohlavi',
    'pohlavie, spol, sukupuoli, sugu, dzimums, lytis, cinsiyeti',
  ],
  expiry_date: [
    'exp, exp date, date of expiry, expiry date, expiry, expires, expires on, expiration date, expiration, valid until',
    'valid till, valid to, valid thru, card expires, carte valable jusqu au, date d expiration, date expiration, date d expir, date d exp, expire le',
    'valable jusqu au, valable jusqu, valide jusqu au, date de validite, fin de validite, validite',
    'date of expiration, date de fin de validite, gultig bis, ablaufdatum, ablauf, gultigkeit, gultig bis zum',
    'valido hasta, valida hasta, fecha de caducidad, fecha caducidad, caducidad, validez, fecha de vencimiento',
    'fecha vencimiento, vencimiento, valido fino al, valida fino al, valido fino a, scadenza, data di scadenza',
    'data scadenza, scade il, validade, data de validade, valido ate, valida ate, data validade, geldig tot',
    'data waznosci, termin waznosci, udlobsdato, gyldig til, giltig till, platnost do, datum platnosti',
    'vrijedi do, velja do, valabil pana la, ervenyes, viimeinen voimassaolopaiva, kehtiv kuni, deriga lidz',
    'galioja iki, son gecerlilik',
  ],
  issue_date: [
    'iss, iss date, date of issue, issue date, issued, issued on, date of issuance, date d emission, date de delivrance',
    'date de deliv, delivre le, delivree le, ausstellungsdatum, ausgestellt am, ausstelldatum, datum der ausstellung',
    'fecha de expedicion, fecha expedicion, expedicion, expedido el, emision, fecha de emision, fecha emision',
    'data di rilascio, data rilascio, rilasciata il, rilasciato il, data di emissione, data emissione, emissione',
    'data de emissao, emitido em, data emissao, emissao, afgiftedatum, datum van afgifte, datum afgifte',
    'data wydania, udstedelsesdato, utstedelsesdato, utfardat, datum vydani, datum vydania, datum izdavanja',
    'datum izdaje, data emiterii, kiallitas kelte, myontamispaiva, valjastatud, izdosanas datums, isdavimo data',
  ],
  issuing_country: [
    'issuing country, issuing state, country code, code of issuing state, code du pays, pays emetteur',
    'etat emetteur, country, pays, code, code of state, ausstellender staat, stato emittente, pais emisor',
  ],
  address: [
    'address, adresse, domicile, residence, anschrift, wohnort, domicilio, indirizzo, indirizzo di residenza',
    'morada, home address, residenza, direccion, endereco, wohnanschrift, adresse du domicile, lieu de residence',
    'domicilio legal, adres, adresa, adress, bostadsadress, prebivaliste, stalno prebivalisce, lakcim, osoite',
  ],
  place_of_birth: [
    'place of birth, lieu de naissance, geburtsort, a, country of birth, pays de naissance, lugar de nacimiento',
    'luogo di nascita, naturalidade, local de nascimento, lugar nacimiento, geboorteplaats, miejsce urodzenia',
    'fodested, fodselssted, misto narozeni, miesto narodenia, mjesto rodenja, kraj rojstva, locul nasterii, loc nastere',
    'syntymapaikka, fodelseort, sunnikoht, dzimsanas vieta, gimimo vieta, szuletesi hely, dogum yeri, plaats van geboorte',
  ],
  other: [
    'direction, identity card, carte d identite, carte nationale d identite, carta d identita, personalausweis, carta de identidade',
    'documento nacional de identidad, documento de identidad, cartao de cidadao, bilhete de identidade, identity document',
    'middle name, middle names, nom d usage, nom d epouse, nom de naissance, birth name, geburtsname',
    'resident since, category, height, weight, eyes, hair, endorsements, restrictions, previous type',
    'authority, autorite, issuing authority, behorde, ausstellende behorde, autoridad, autorita, autoridade',
    'entidade emissora, autoridad expedidora, issued by, delivre par, rilasciata da, organ wydajacy',
    'autorite de delivrance, place of issue, lieu de delivrance, height, taille, grosse, estatura, altura, statura',
    'signature, holder s signature, signature du titulaire, signature of holder, unterschrift, firma, type, type type',
    'firma del titolare, firma del titular, assinatura, eye colour, colour of eyes, couleur des yeux, augenfarbe',
    'colore degli occhi, remarks, observations, categories, profession, occupation, beruf, professione, specimen',
    'passport, passeport, filiation, filiacao, hijo a de, support n, soporte n, num soporte, stato civile',
  ],
};

/**
 * What the bare numbers on driving licences name: Directive 2006/126/EC, annex I. Number 4d, an administrative number, and 9 to
 * 12, the categories, are skipped.
 */
export const EUROPEAN_NUMBERS: Record<string, LabelKind> = {
  '1': 'last_name',
  '2': 'first_name',
  '3': 'date_of_birth',
  '4a': 'issue_date',
  '4b': 'expiry_date',
  '4c': 'other',
  '4d': 'other',
  '5': 'document_number',
  '7': 'other',
  '8': 'address',
  '9': 'other',
};

/** AAMVA DL/ID Card Design Standard (2020), annex A: 4d is the customer's number, and 5 that of the card itself. */
export const AMERICAN_NUMBERS: Record<string, LabelKind> = {
  ...EUROPEAN_NUMBERS,
  '4d': 'document_number',
  '5': 'other',
  '9a': 'other',
  '12': 'other',
  '15': 'sex',
  '16': 'other',
  '17': 'other',
  '18': 'other',
  '19': 'other',
};
