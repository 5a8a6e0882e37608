/** A fictitious person of Utopia (UTO, the state that ICAO 9303 reserves for specimens) and their document. */
export interface SpecimenPerson {
  lastName: string;
  firstNames: string;
  /** YYYY-MM-DD, like all dates here. */
  dob: string;
  sex: 'F' | 'M';
  birthplace: string;
  address: string;
  documentNumber: string;
  issued: string;
  expires: string;
}

/** None of them is on a list that the demo loads, unless the name says so. */
export const PEOPLE = {
  clean: {
    lastName: 'Lemarchal',
    firstNames: 'Julien André',
    dob: '1984-03-17',
    sex: 'M',
    birthplace: 'Port-Clair',
    address: '14 rue des Tilleuls, 2180 Port-Clair',
    documentNumber: 'K7412853L',
    issued: '2024-05-06',
    expires: '2034-05-05',
  },
  listed: {
    lastName: 'Varkonyi',
    firstNames: 'Miklos',
    dob: '1979-11-23',
    sex: 'M',
    birthplace: 'Haut-Bourg',
    address: '3 quai du Vieux Moulin, 4471 Haut-Bourg',
    documentNumber: 'K3915827T',
    issued: '2025-02-11',
    expires: '2035-02-10',
  },
  namesake: {
    lastName: 'Brandstetter',
    firstNames: 'Lukas',
    dob: '1988-06-29',
    sex: 'M',
    birthplace: 'Nouvelle-Rive',
    address: '27 avenue du Phare, 1136 Nouvelle-Rive',
    documentNumber: 'K6284719H',
    issued: '2024-09-19',
    expires: '2034-09-18',
  },
  withPdf: {
    lastName: 'Teixeira',
    firstNames: 'Daniel',
    dob: '1991-12-14',
    sex: 'M',
    birthplace: 'Port-Clair',
    address: '8 place du Marché, 2181 Port-Clair',
    documentNumber: 'K8527314N',
    issued: '2025-08-28',
    expires: '2035-08-27',
  },
  accented: {
    lastName: 'Müller-Gonçalves',
    firstNames: 'Élise',
    dob: '1993-08-09',
    sex: 'F',
    birthplace: 'Besançourt',
    address: '6 allée des Églantines, 3310 Évreville',
    documentNumber: 'K5138274P',
    issued: '2025-03-12',
    expires: '2035-03-11',
  },
  expired: {
    lastName: 'Kowalczyk',
    firstNames: 'Adam',
    dob: '1976-04-21',
    sex: 'M',
    birthplace: 'Haut-Bourg',
    address: '51 rue de la Verrerie, 4472 Haut-Bourg',
    documentNumber: 'K1748326F',
    issued: '2009-07-15',
    expires: '2019-07-14',
  },
} as const satisfies Record<string, SpecimenPerson>;
