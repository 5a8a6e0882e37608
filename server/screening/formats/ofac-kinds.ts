import { canonicalKind } from '../../lib/identifiers/labels.ts';
import { ownValue } from '../../lib/own.ts';

/** OFAC's labels whose words alone would mean something else, or nothing. */
const KINDS: Readonly<Record<string, string>> = {
  'BIK (RU)': 'bik',
  'C.R. No.': 'registration_number',
  'C.U.I.': 'national_id',
  'I.F.E.': 'voter_id',
  'Istanbul Chamber of Comm. No.': 'registration_number',
  'Military Registration Number': 'military_registration',
  'Numero Unico de Identificacao Tributaria (NUIT)': 'tax',
  'Romanian C.R.': 'registration_number',
  "Seafarer's Identification Document": 'travel_document',
  'Trademark number': 'trademark',
  'United Social Credit Code Certificate (USCCC)': 'cn.uscc',
  VisaNumberID: 'visa',
};

/** ISO 17442. OFAC prints other register numbers under the same label. */
const LEI = /^[A-Z0-9]{18}\d{2}$/;
/** OFAC calls the Russian classifier of enterprises a government gazette number. */
const OKPO = /^\d{8}(?:\d{2})?$/;
const IMO = /^IMO (\d{7})$/;

/** Returns the canonical kind of a number under OFAC's label, and the number without what the kind already says. */
export function nameNumber(label: string, value: string, country: string): { kind: string; value: string } {
  const imo = IMO.exec(value)?.[1];
  if (imo !== undefined) return { kind: 'imo', value: imo };
  if (label === 'Vessel Registration Identification') return { kind: 'vessel_registration', value };
  if (label === 'Legal Entity Number') return { kind: LEI.test(value) ? 'lei' : 'registration_number', value };
  const isOkpo = label === 'Government Gazette Number' && OKPO.test(value);
  if (isOkpo && ['', 'RU'].includes(country)) return { kind: 'okpo', value };
  return { kind: ownValue(KINDS, label) ?? canonicalKind(label, country), value };
}
