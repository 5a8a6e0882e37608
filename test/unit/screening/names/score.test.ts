import { expect, test } from 'vitest';
import { readName } from '../../../../server/names/prepare.ts';
import { scoreNames } from '../../../../server/names/score.ts';
import type { NameSubject } from '../../../../server/names/word.ts';

/** A hit is possible from here on. */
const THRESHOLD = 0.85;

function score(a: string, b: string, subject: NameSubject = 'person'): number {
  let best = 0;
  for (const left of readName(a, subject)) {
    for (const right of readName(b, subject)) best = Math.max(best, scoreNames(left, right).score);
  }
  return best;
}

test.each([
  ['another order', 'Vasić Radomir', 'Radomir Vasić'],
  ['surname first', 'OKONJO, Chidera Ann', 'Chidera Ann Okonjo'],
  ['a wrong letter', 'Radomyr Vasiljevec', 'Radomir Vasiljevec'],
  ['swapped letters', 'Radmoir Vasiljevec', 'Radomir Vasiljevec'],
  ['a doubled letter', 'Kim Sung-uun', 'Kim Sung-un'],
  ['a lost letter', 'Radomir Vasilevec', 'Radomir Vasiljevec'],
  ['digits for letters', 'Rad0mir Vas1ljevec', 'Radomir Vasiljevec'],
  ['a slip in a short word of three', 'Lui Wi Meng', 'Lui Wai Meng'],
  ['an initial', 'R. Vasiljevec', 'Radomir Vasiljevec'],
  ['two initials as one word', 'JC Okonjo', 'Jean-Claude Okonjo'],
  ['dotted initials', 'J. P. Okonjo', 'JP Okonjo'],
  ['initials of given name and patronymic', 'Лебезин А. В.', 'Anatoly Lebezin'],
  ['a nickname', 'Bill Okonjo', 'William Okonjo'],
  ['a spelling of a common name', 'Mohamed Wardaki', 'Muhammad Wardaki'],
  ['a name of another language', 'Juan Okonjo', 'John Okonjo'],
  ['a title', 'Dr. Radomir Vasiljevec', 'Radomir Vasiljevec'],
  ['a title of another script', 'Президент Радомир Васильевец', 'Radomir Vasilyevets'],
  ['particles', 'Tamim ibn Wardak', 'Tamim bin Wardak'],
  ['joined words', 'RadomirVasiljevec', 'Radomir Vasiljevec'],
  ['joined words in one case', 'radomirvasiljevec', 'Radomir Vasiljevec'],
  ['a split word', 'Radomir Vasil jevec', 'Radomir Vasiljevec'],
  ['a name of a servant in three writings', 'Abd al-Aziz Wardak', 'Abdulaziz Wardak'],
  ['a lacking patronymic', 'Anatoly Lebezin', 'Anatoly Viktorovich Lebezin'],
  ['Latvian endings', 'Anatolijs Lebezins', 'Anatoly Lebezin'],
  ['a legal form by mistake', 'Radomir Vasiljevec LLC', 'Radomir Vasiljevec'],
  ['a lacking middle name', 'Chidera Okonjo', 'Chidera Ann Okonjo'],
  ['a name given twice', 'Okonjo Okonjo Chidera', 'Chidera Okonjo'],
  ['a single word', 'Hannibal', 'Hannibol'],
  ['another alphabet', 'Анатолий Лебезин', 'Anatoly Lebezin'],
  ['a pet name that shares no beginning', 'Pepe Okonjo', 'José Okonjo'],
  ['a pet name of another language', 'Zhenya Lebezin', 'Yevgeny Lebezin'],
  ['a Chinese name in its own script', '陈小明', 'Chen Xiaoming'],
  ['a given name that another script has for a particle', 'Ben Wardak', 'بن ورداك'],
  ['a particle before its name', 'Do Carmo Maria', 'Maria do Carmo'],
  ['a slip in a common name of four beside a rare one', 'Khen Vasiljevec', 'Khan Vasiljevec'],
  ['an initial beside a common name', 'J. Smith', 'John Smith'],
  ['first given name and first surname', 'Chidera Okonjo', 'OKONJO BALDE, Chidera Ike'],
  ['the same where capitals tell the surnames', 'Chidera Okonjo', 'Chidera Ike OKONJO BALDE'],
  ['the same where they stand before', 'Chidera Okonjo', 'OKONJO BALDE Chidera Ike'],
  ['the same of two common names', 'Felipe Romero', 'ROMERO OKONJO, Felipe Ike'],
  ['a name that goes on with father and grandfather', 'Tamim al-Wardaki', 'AL-WARDAKI, Tamim Khoshal Zmarak Sabawun'],
  ['a given name of two words', 'Abd al-Aziz Wardak', 'WARDAK, Abd al-Aziz Khoshal'],
  ['a name without that of the father', 'Ahmad al-Wardaki', 'Ahmad bin Muhammad bin Hassan al-Wardaki'],
  ['the same with spellings of both words', 'Osama bin Okonden', 'Usāma bin Muhammad ibn Awad ibn Okondin'],
  ['both surnames', 'Juan Garcia Okonjo', 'GARCIA OKONJO, Juan Ike'],
])('a person is found: %s', (_, a, b) => {
  expect(score(a, b)).toBeGreaterThanOrEqual(THRESHOLD);
});

test.each([
  ['another given name', 'Frank Richter', 'Frederik Richter'],
  ['a brother', 'Hafez al-Okonji', 'Bashar al-Okonji'],
  ['a surname alone', 'Khan', 'Imran Khan'],
  ['a given name alone', 'Michaela', 'Michelle Okonjo'],
  ['another initial', 'A. Vasiljevec', 'Radomir Vasiljevec'],
  ['another middle initial', 'William G. Okonjo', 'William W. Okonjo'],
  ['initials alone', 'R.V.', 'Radomir Vasiljevec'],
  ['another name of one alphabet with the same consonants', 'Иван Вектор', 'Иван Виктория'],
  ["a woman's name made of a man's", 'Francisco Herrera', 'Francisca Herrera'],
  ['another patronymic', 'Sergey Ivanovich Lebezin', 'Sergey Viktorovich Lebezin'],
  ['a given name for a patronymic', 'Oleksandr Lebezin', 'Volodymyr Oleksandrovych Lebezin'],
  ['two common names that look alike', 'Mila Ivanović', 'Milan Ivanović'],
  ['two short names', 'Lo', 'Li'],
  ['words of one skeleton in Latin letters', 'Ginta Boreza', 'Gente Borzi'],
  ['a longer name of common words', 'Ahmed Ali', 'Ahmed Ali Hassan Khan'],
  ['a longer name of a common given name', 'Felipe Smith', 'Felipe Smith Okonjo'],
  ['a longer name of a common word and one that is hardly the same', 'Radomila Smith', 'Radomira Smith Jones'],
  ['a surname without the given name that may be a particle', 'Ben Wardak', 'Wardak'],
  ['two common names, one with another letter of its four', 'Ali Khen', 'Ali Khan'],
  ['short words that, joined, look like another', 'Shu-hua Ng', 'Shuguang'],
  ['the second given name', 'Ike Okonjo', 'OKONJO BALDE, Chidera Ike'],
  ["the father's name", 'Hassan al-Wardaki', 'Ahmad bin Hassan al-Wardaki'],
  ['the second surname', 'Chidera Balde', 'OKONJO BALDE, Chidera Ike'],
  ['first given name and first surname that are among the commonest', 'Juan Garcia', 'GARCIA OKONJO, Juan Ike'],
  ['half of a given name of two syllables', 'Kim Chong', 'KIM, Chong Nam'],
  ['another second surname', 'Chidera Okonjo Ndiaye', 'OKONJO BALDE, Chidera'],
])('a person is not found: %s', (_, a, b) => {
  expect(score(a, b)).toBeLessThan(THRESHOLD);
});

test.each([
  ['a legal form in full', 'Brackwater Aktiengesellschaft', 'Brackwater AG'],
  ['a legal form glued on', 'BrackwaterAG', 'Brackwater AG'],
  ['a legal form of the same class', 'OAO Brackwater', 'Brackwater JSC'],
  ['no legal form', 'Brackwater Nimbus', 'LIMITED LIABILITY COMPANY BRACKWATER NIMBUS'],
  ['Cyrillic legal form', 'ООО "Бракватер"', 'Brakvater LLC'],
  ['a short form of a word', "Brackwater Int'l Trdg", 'Brackwater International Trading'],
  ['a word for company', 'The Brackwater Refinery Company', 'BRACKWATER REFINERY CORPORATION'],
  ['a branch', 'Brackwater Bank AG', 'Brackwater Bank (Schweiz) AG'],
  ['dotted letters', 'A.B.C. Brackwater', 'ABC Brackwater'],
  ['an ordinal', '1st Brackwater Bank', 'First Brackwater Bank'],
  ['a number in words', 'Brigade Forty-Four', 'Brigade 44'],
  ['a Roman number', 'Brackwater Fund II', 'Brackwater Fund 2'],
  ['a possessive', "Brackwater Bank's AG", 'Brackwater Bank AG'],
  ['two words as one', 'Brack Water Company', 'Brackwater Company'],
  ['one of two names', 'Nimbus Front', 'Brackwater Army/Nimbus Front'],
  ['words glued together', 'BrackwaterTechnologies', 'Brackwater Technologies'],
  ['brothers of another language', 'Industrias Brackwater Hnos.', 'Industrias Hermanos Brackwater'],
  ['a word for an airline', 'Brackwater Air', 'Brackwater Airlines'],
])('an organisation is found: %s', (_, a, b) => {
  expect(score(a, b, 'organisation')).toBeGreaterThanOrEqual(THRESHOLD);
});

test.each([
  ['another name with the same form', 'Volkenrath Aktiengesellschaft', 'Brackwater Aktiengesellschaft'],
  ['a form of another class', 'Brackwater Bank GmbH', 'Brackwater Bank AG'],
  ['another number', 'Brackwater Fund 1', 'Brackwater Fund 2'],
  ['another line of business', 'Brackwater Systems Inc', 'Brackwater Industries Inc'],
  ['common words alone', 'International Trading Company', 'International Trading Group of Brackwater'],
  ['other letters', 'C.B.A. Company', 'A.B.C. Company'],
  ['nothing but another place', 'Bank of China', 'Bank of Chile'],
  ['nothing but a place more', 'Central Bank', 'Central Bank of Egypt'],
])('an organisation is not found: %s', (_, a, b) => {
  expect(score(a, b, 'organisation')).toBeLessThan(THRESHOLD);
});

test('ships are told by their names and numbers, without what they are', () => {
  expect(score('Nimbus Spirit', 'MV Nimbus Spirit', 'unknown')).toBeGreaterThanOrEqual(THRESHOLD);
  expect(score('Nimbus Spirit', 'M/T Nimbus Spirit', 'unknown')).toBeGreaterThanOrEqual(THRESHOLD);
  expect(score('Nimbus Spirit 5', 'Nimbus Spirit 6', 'unknown')).toBeLessThan(THRESHOLD);
});

test('a score says which words stand for which, and which are lacking', () => {
  const [query] = readName('Chidera Okonjo Ann', 'person');
  const [candidate] = readName('OKONJO, Chidera', 'person');
  if (!query || !candidate) throw new Error('both names can be read');
  expect(scoreNames(query, candidate).pairs).toEqual([
    { query: 'chidera', candidate: 'chidera', similarity: 1, weight: 1 },
    { query: 'okonjo', candidate: 'okonjo', similarity: 1, weight: 1 },
    { query: 'ann', candidate: '', similarity: 0, weight: 0.85 },
  ]);
});

test('a name of no letter or digit cannot be read', () => {
  expect(readName(' - ', 'person')).toEqual([]);
});

test.each([
  ['the legal form lacks', '大漠钢铁', '大漠钢铁有限公司'],
  ['spaces between the parts', '大漠 钢铁 有限公司', '大漠钢铁有限公司'],
  ['traditional characters', '大漠鋼鐵', '大漠钢铁有限公司'],
  ['a shorter legal form', '大漠钢铁公司', '大漠钢铁有限公司'],
  ['in Latin letters', 'Damo Gangtie', '大漠钢铁有限公司'],
  ['the form before the name', '株式会社ハナゾラ', 'ハナゾラ'],
  ['the form in one sign', '㈱ハナゾラ', 'ハナゾラ株式会社'],
  ['the form in brackets', '（株）ハナゾラ', 'ハナゾラ'],
  ['a Korean form without a space', '하늘전자주식회사', '하늘전자'],
  ['a Korean form in brackets', '(주)하늘전자', '하늘전자 주식회사'],
])('a company of East Asia is found: %s', (_, a, b) => {
  expect(score(a, b, 'organisation')).toBeGreaterThanOrEqual(THRESHOLD);
});

test.each([
  ['北京钢铁有限公司', '大漠钢铁有限公司'],
  ['上海银行股份有限公司', '上海汽车股份有限公司'],
  ['株式会社', '株式会社ハナゾラ'],
])('%s and %s are two companies, though they have one legal form', (a, b) => {
  expect(score(a, b, 'organisation')).toBeLessThan(THRESHOLD);
});
