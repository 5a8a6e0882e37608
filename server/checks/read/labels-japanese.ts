import type { LabelTable, ScriptWords } from './label-table.ts';

/**
 * Labels of Japanese cards, separated by commas. Driving licence: form 14 of the Enforcement regulation of the Road Traffic Act;
 * My Number card: Ordinance 85 of 2014 of the Ministry of Internal Affairs; residence card: form of the Immigration Control Act.
 * They are read only if an engine for Han is present.
 */
export const JAPANESE_LABELS: LabelTable = {
  full_name: ['氏名'],
  date_of_birth: ['生年月日'],
  address: ['住所, 住居地'],
  issue_date: ['交付, 交付年月日, 許可年月日'],
  expiry_date: ['有効期限, まで有効, 有効期間, 在留期間満了日'],
  document_number: ['番号, 第'],
  sex: ['性別'],
  nationality: ['国籍, 国籍地域, 国籍 地域'],
  other: ['免許の条件等, 条件等, 運転免許証, 公安委員会, 本籍, 種類, 二小原, 他, 二種'],
};

export const JAPANESE_WORDS: ScriptWords = {
  types: {
    residence_permit: ['在留カード'],
    driving_license: ['運転免許証, 公安委員会'],
    national_id: ['個人番号カード'],
    passport: ['日本国旅券'],
  },
  sexes: { M: '男', F: '女' },
  months: [],
  countries: { JP: '日本' },
};
