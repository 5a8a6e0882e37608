import type { LabelTable, ScriptWords } from './label-table.ts';

/**
 * Labels of cards of the People's Republic of China, separated by commas. Foreigners' permanent residence card: National
 * Immigration Administration, form of 2023; resident identity card: Law on resident identity cards and GA 448; driving licence:
 * GA 482. They are read only if an engine for Han is present.
 */
export const CHINESE_LABELS: LabelTable = {
  full_name: ['姓名'],
  date_of_birth: ['出生日期, 出生'],
  sex: ['性别'],
  nationality: ['国籍'],
  address: ['住址'],
  issue_date: ['签发日期, 初次领证日期'],
  expiry_date: ['有效期至'],
  document_number: ['证件号码, 证号'],
  personal_number: ['公民身份号码'],
  other: ['有效期限, 签发机关, 民族, 准驾车型'],
};

export const CHINESE_WORDS: ScriptWords = {
  types: {
    residence_permit: ['外国人永久居留身份证, 永久居留身份证, 证件号码'],
    driving_license: ['机动车驾驶证'],
    national_id: ['居民身份证, 公民身份号码'],
    passport: ['护照'],
  },
  sexes: { M: '男', F: '女' },
  months: [],
  countries: { CN: '中国, 中华人民共和国' },
};
