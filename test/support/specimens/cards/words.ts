/** What the cards print in each of six languages, and how. The state is fictitious; the nationalities are real. */
export const CARD_LANGUAGES = ['en', 'fr', 'de', 'es', 'it', 'pt'] as const;
export type CardLanguage = (typeof CARD_LANGUAGES)[number];

/** Fields of a card; `birthplace` is printed between the fields that are read, as on real cards. */
export type CardField =
  | 'last_name'
  | 'first_name'
  | 'date_of_birth'
  | 'sex'
  | 'nationality'
  | 'birthplace'
  | 'document_number'
  | 'issue_date'
  | 'expiry_date';

/** `{d}`, `{m}` and `{y}` are numbers, `{month}` is the full name and `{mon}` its abbreviation. */
export type DateFormat = string;

export interface CardWords {
  title: string;
  state: string;
  /** The wordings in use; a card has one of them. */
  labels: Record<CardField, readonly string[]>;
  dates: readonly DateFormat[];
  months: readonly string[];
  /** As printed for a woman and for a man. */
  nationality: { code: string; country: string; printed: readonly [string, string] };
}

export const CARD_WORDS: Record<CardLanguage, CardWords> = {
  en: {
    title: 'IDENTITY CARD',
    state: 'UTOPIA',
    labels: {
      last_name: ['Surname', 'Family name', 'Last name'],
      first_name: ['Given names', 'First names'],
      date_of_birth: ['Date of birth'],
      sex: ['Sex'],
      nationality: ['Nationality'],
      birthplace: ['Place of birth'],
      document_number: ['Document No.', 'Card number'],
      issue_date: ['Date of issue', 'Issued on'],
      expiry_date: ['Date of expiry', 'Valid until'],
    },
    dates: ['{d} {mon} {y}', '{d}/{m}/{y}', '{d} {month} {y}', '{y}-{m}-{d}'],
    months: [
      ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
      ...['November', 'December'],
    ],
    nationality: { code: 'GBR', country: 'GB', printed: ['British', 'British'] },
  },
  fr: {
    title: "CARTE D'IDENTITÉ",
    state: "RÉPUBLIQUE D'UTOPIE",
    labels: {
      last_name: ['Nom', 'Nom de famille'],
      first_name: ['Prénoms', 'Prénom(s)'],
      date_of_birth: ['Date de naissance', 'Né(e) le'],
      sex: ['Sexe'],
      nationality: ['Nationalité'],
      birthplace: ['Lieu de naissance'],
      document_number: ['N° du document', 'Numéro de carte'],
      issue_date: ['Date de délivrance', 'Délivrée le'],
      expiry_date: ["Date d'expiration", "Valable jusqu'au"],
    },
    dates: ['{d}.{m}.{y}', '{d}/{m}/{y}', '{d} {m} {y}', '{d} {month} {y}'],
    months: [
      ...['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre'],
      ...['novembre', 'décembre'],
    ],
    nationality: { code: 'FRA', country: 'FR', printed: ['Française', 'Française'] },
  },
  de: {
    title: 'PERSONALAUSWEIS',
    state: 'REPUBLIK UTOPIA',
    labels: {
      last_name: ['Name', 'Nachname', 'Familienname'],
      first_name: ['Vornamen', 'Vorname'],
      date_of_birth: ['Geburtsdatum', 'Geburtstag'],
      sex: ['Geschlecht'],
      nationality: ['Staatsangehörigkeit'],
      birthplace: ['Geburtsort'],
      document_number: ['Ausweisnummer', 'Dokumentennummer'],
      issue_date: ['Ausstellungsdatum', 'Ausgestellt am'],
      expiry_date: ['Gültig bis', 'Ablaufdatum'],
    },
    dates: ['{d}.{m}.{y}', '{d}. {month} {y}', '{d} {m} {y}', '{d}.{m}.{y}'],
    months: [
      ...['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober'],
      ...['November', 'Dezember'],
    ],
    nationality: { code: 'D', country: 'DE', printed: ['Deutsch', 'Deutsch'] },
  },
  es: {
    title: 'DOCUMENTO NACIONAL DE IDENTIDAD',
    state: 'UTOPÍA',
    labels: {
      last_name: ['Apellidos'],
      first_name: ['Nombre', 'Nombres'],
      date_of_birth: ['Fecha de nacimiento'],
      sex: ['Sexo'],
      nationality: ['Nacionalidad'],
      birthplace: ['Lugar de nacimiento'],
      document_number: ['Núm. documento', 'Número de documento'],
      issue_date: ['Fecha de expedición', 'Emisión'],
      expiry_date: ['Fecha de caducidad', 'Válido hasta', 'Validez'],
    },
    dates: ['{d} {m} {y}', '{d}-{m}-{y}', '{d}/{m}/{y}', '{d} {mon} {y}'],
    months: [
      ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'octubre'],
      ...['noviembre', 'diciembre'],
    ],
    nationality: { code: 'ESP', country: 'ES', printed: ['Española', 'Español'] },
  },
  it: {
    title: "CARTA D'IDENTITÀ",
    state: 'REPUBBLICA DI UTOPIA',
    labels: {
      last_name: ['Cognome'],
      first_name: ['Nome'],
      date_of_birth: ['Data di nascita'],
      sex: ['Sesso'],
      nationality: ['Cittadinanza'],
      birthplace: ['Luogo di nascita'],
      document_number: ['Numero documento', 'N. documento'],
      issue_date: ['Data di rilascio', 'Emissione'],
      expiry_date: ['Scadenza', 'Data di scadenza'],
    },
    dates: ['{d}.{m}.{y}', '{d}/{m}/{y}', '{d} {month} {y}', '{d} {mon} {y}'],
    months: [
      ...['gennaio', 'febbraio', 'marzo', 'aprile', 'maggio', 'giugno', 'luglio', 'agosto', 'settembre', 'ottobre'],
      ...['novembre', 'dicembre'],
    ],
    nationality: { code: 'ITA', country: 'IT', printed: ['Italiana', 'Italiana'] },
  },
  pt: {
    title: 'CARTÃO DE CIDADÃO',
    state: 'REPÚBLICA DA UTOPIA',
    labels: {
      last_name: ['Apelidos', 'Apelido(s)'],
      first_name: ['Nomes próprios', 'Nome(s)'],
      date_of_birth: ['Data de nascimento'],
      sex: ['Sexo'],
      nationality: ['Nacionalidade'],
      birthplace: ['Naturalidade', 'Local de nascimento'],
      document_number: ['N.º documento', 'Número do documento'],
      issue_date: ['Data de emissão'],
      expiry_date: ['Data de validade', 'Validade'],
    },
    dates: ['{d} {m} {y}', '{d}/{m}/{y}', '{d}-{m}-{y}', '{d} {mon} {y}'],
    months: [
      ...['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho', 'julho', 'agosto', 'setembro', 'outubro'],
      ...['novembro', 'dezembro'],
    ],
    nationality: { code: 'PRT', country: 'PT', printed: ['Portuguesa', 'Português'] },
  },
};

/** YYYY-MM-DD in the format; an abbreviated month is in capitals, as ICAO Doc 9303 part 3 prints it. */
export function printCardDate(date: string, format: DateFormat, months: readonly string[]): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const name = months[Number(month) - 1] ?? '';
  const parts = { '{d}': day, '{m}': month, '{y}': year, '{month}': name, '{mon}': name.slice(0, 3).toUpperCase() };
  return Object.entries(parts).reduce((text, [mark, value]) => text.replace(mark, value), format);
}
