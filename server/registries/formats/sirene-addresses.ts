import type { ListFile } from '../../datasets/file.ts';
import type { RegisterAddress } from '../types.ts';
import { addressOf } from './records.ts';
import { type Columns, type RowReader, readTableRecords } from './tables.ts';

/** The columns by which `StockEtablissement` is recognised. */
export const PLACE_COLUMNS = [
  'siren',
  'siret',
  'etablissementSiege',
  'libelleVoieEtablissement',
  'codePostalEtablissement',
  'libelleCommuneEtablissement',
];

/** What INSEE writes in place of withheld data. */
export const WITHHELD = '[ND]';

export const SIREN_CHARS = 9;
/** Sorts after every SIREN. */
const END = '\uffff';

interface HeadOffice {
  siren: string;
  address: RegisterAddress | null;
}

/**
 * The addresses of head offices from a `StockEtablissement` file. It is sorted by SIREN like the file of companies, and both are
 * read in parallel, so that neither is held. Throws `list_invalid` with the line that is out of order.
 */
export class HeadOffices {
  private readonly lots: AsyncGenerator<HeadOffice[]>;
  private readonly found = new Map<string, RegisterAddress | null>();
  /** The file is read up to here. */
  private latest = '';

  constructor(file: ListFile) {
    const job = { reading: { publishedAt: null, recordsDeclared: null, skipped: {} }, onRow: () => {} };
    this.lots = readTableRecords<HeadOffice>(file, PLACE_COLUMNS, job, (columns) => this.readerOf(columns));
  }

  /** Await this before asking for companies up to this SIREN. Companies before `from` must not be asked for again. */
  async readTo(from: string, until: string): Promise<void> {
    for (const siren of this.found.keys()) {
      if (siren >= from) break;
      this.found.delete(siren);
    }
    while (this.latest <= until) {
      const { value, done } = await this.lots.next();
      if (done) this.latest = END;
      else for (const { siren, address } of value) if (siren >= from) this.found.set(siren, address);
    }
  }

  /** Returns the address of this company's head office. Null if none is given. */
  addressOf(siren: string): RegisterAddress | null {
    return this.found.get(siren) ?? null;
  }

  async close(): Promise<void> {
    await this.lots.return(undefined);
  }

  private readerOf(columns: Columns): RowReader<HeadOffice> {
    const siren = columns.place('siren');
    const isHeadOffice = columns.place('etablissementSiege');
    const address = addressReader(columns);
    return (fields, offices, fail) => {
      const own = fields[siren] ?? '';
      if (own.length !== SIREN_CHARS) fail('the siren does not have nine digits.');
      if (own < this.latest) fail('the rows must be sorted by siren, and this one is out of order. Sort the file.');
      this.latest = own;
      if (fields[isHeadOffice] === 'true') offices.push({ siren: own, address: address(fields) });
      return null;
    };
  }
}

function addressReader(columns: Columns): (fields: readonly string[]) => RegisterAddress | null {
  const at = (name: string): number => columns.place(`${name}Etablissement`);
  const complement = at('complementAdresse');
  const street = ['numeroVoie', 'indiceRepetition', 'typeVoie', 'libelleVoie'].map(at);
  const special = at('distributionSpeciale');
  const postalCode = at('codePostal');
  const [town, foreignTown, foreignCountry] = [
    at('libelleCommune'),
    at('libelleCommuneEtranger'),
    at('libellePaysEtranger'),
  ];
  return (fields) => {
    const value = (place: number): string => {
      const text = fields[place] ?? '';
      return text === WITHHELD ? '' : text;
    };
    const road = street
      .map(value)
      .filter((word) => word !== '')
      .join(' ');
    const city = value(town) || value(foreignTown);
    const code = value(postalCode);
    const place = code === '' ? city : `${code} ${city}`.trim();
    const country = value(foreignCountry);
    const parts = [value(complement), road, value(special), place, country];
    return addressOf(parts, city, code, country === '' ? 'FR' : country);
  };
}
