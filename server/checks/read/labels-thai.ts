import type { LabelTable, ScriptWords } from './label-table.ts';

/**
 * Labels of Thailand's identity card in both of its scripts, folded, separated by commas: Ministerial regulation 23 of 2011 (B.E. 2554) under the
 * Identity Card Act of 1983. Its driving licence: Department of Land Transport, form of 2015 under the Land Traffic Act.
 */
export const THAI_LABELS: LabelTable = {
  full_name: ['ชื่อตัวและชื่อสกุล, ชื่อ, ชื่อและนามสกุล, ชื่อ นามสกุล'],
  last_name: ['ชื่อสกุล, นามสกุล'],
  first_name: ['ชื่อตัว'],
  date_of_birth: ['เกิดวันที่, วันเกิด, วันเดือนปีเกิด'],
  personal_number: ['เลขประจำตัวประชาชน, เลขประจำตัวประชาชน identification number, identification number'],
  document_number: ['ฉบับที่, เลขที่ใบอนุญาต'],
  address: ['ที่อยู่'],
  issue_date: ['วันออกบัตร, วันอนุญาต'],
  expiry_date: ['วันบัตรหมดอายุ, วันหมดบัตรอายุ, วันหมดอายุ, วันสิ้นอายุ'],
  sex: ['เพศ'],
  other: ['ศาสนา, เจ้าพนักงานออกบัตร, บัตรประจำตัวประชาชน, thai national id card, นายทะเบียน, หมู่โลหิต'],
};

export const THAI_WORDS: ScriptWords = {
  types: {
    driving_license: ['ใบอนุญาตขับรถ, ใบอนุญาตขับขี่'],
    national_id: ['บัตรประจำตัวประชาชน, thai national id card'],
    passport: ['หนังสือเดินทาง'],
  },
  sexes: { M: 'ชาย', F: 'หญิง' },
  months: [
    'มค, มกราคม',
    'กพ, กุมภาพันธ์',
    'มีค, มีนาคม',
    'เมย, เมษายน',
    'พค, พฤษภาคม',
    'มิย, มิถุนายน',
    'กค, กรกฎาคม',
    'สค, สิงหาคม',
    'กย, กันยายน',
    'ตค, ตุลาคม',
    'พย, พฤศจิกายน',
    'ธค, ธันวาคม',
  ],
  countries: { TH: 'ไทย' },
};

/**
 * Titles that precede a name on Thai cards and are not part of it (Ministry of the Interior, order on titles of 1939 and the Act
 * on titles of women of 2008).
 */
export const THAI_TITLES: readonly string[] = [
  'นาย',
  'นาง',
  'นางสาว',
  'น.ส.',
  'ด.ช.',
  'ด.ญ.',
  'เด็กชาย',
  'เด็กหญิง',
  'Mr.',
  'Mrs.',
  'Miss',
  'Ms.',
  'Master',
];
