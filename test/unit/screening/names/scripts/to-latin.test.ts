import { describe, expect, it } from 'vitest';
import { READINGS_MAX, toLatin } from '../../../../../server/names/scripts/to-latin.ts';
import { inWholeRunAlone } from '../../../../support/long.ts';
import { rounds } from '../../../../support/rounds.ts';

/** The readings of a name, each with its words separated by spaces. */
function read(name: string): string[] {
  return toLatin(name).map(({ words }) => words.map(({ text }) => text).join(' '));
}

describe('names in Latin letters', () => {
  it.each([
    ['Lars Løkke', ['lars lokke', 'lars loekke']],
    ['Jürgen Müller', ['jurgen muller', 'juergen mueller']],
    ['Slobodan Milošević', ['slobodan milosevic', 'slobodan miloshevich']],
    ['René François Lacôte', ['rene francois lacote', 'rene franchois lacote']],
    ['Trần Hưng Đạo', ['tran hung dao', 'tran hung djao']],
    ['weißbier', ['weissbier']],
    ['Blöße', ['blosse', 'bloesse']],
    ['İSTANBUL Işık', ['istanbul isik', 'istanbul ishik']],
    ['Recep Tayyip Erdoğan', ['recep tayyip erdogan']],
    ['Æthelred Łódź', ['aethelred lodz']],
  ])('%s', (name, readings) => {
    expect(read(name)).toEqual(readings);
  });

  it('drops apostrophes and parts words at every other sign', () => {
    for (const name of ["O'Neill-Brown", 'O’Neill–Brown', 'Oʼneill·brown', ' O´Neill,  (Brown) ']) {
      expect(read(name)).toEqual(['oneill brown']);
    }
    expect(read('2024-12-31')).toEqual(['2024 12 31']);
  });

  it('reads a letter and its mark as it reads the marked letter', () => {
    expect(read('Mu\u0308ller')).toEqual(read('Müller'));
    expect(read('ＰＵＴＩＮ')).toEqual(['putin']);
  });

  it('flags no word of it', () => {
    expect(toLatin('Jürgen 2')[0]?.words).toEqual([
      { text: 'jurgen', writing: '' },
      { text: '2', writing: '' },
    ]);
  });

  it('has no reading where there is no letter or figure', () => {
    for (const name of ['', '  ', '--- (…)', '´ʼ', '☆']) expect(read(name)).toEqual([]);
  });
});

describe('names in other scripts', () => {
  it.each([
    ['Russian', 'Владимир Путин', 'vladimir putin'],
    ['Russian', 'Борис Николаевич Ельцин', 'boris nikolaevich eltsin'],
    ['Russian', 'Щербина Юрий', 'shcherbina yuriy'],
    ['Ukrainian', 'Євген Горбулін', 'yevgen gorbulin'],
    ['Ukrainian', 'Ірина Їжак', 'iryna yizhak'],
    ['Belarusian', 'Уладзімір Пуцін', 'vladimir putin'],
    ['Serbian', 'Слободан Милошевић', 'slobodan miloshevich'],
    ['Bulgarian', 'Търговище', 'targovishte'],
    ['Kazakh', 'Қасым Тоқаев', 'qasym toqaev'],
    ['foreign in Russian', 'Уильям Говард', 'wilyam hovard'],
    ['Greek', 'Δημήτρης Φωτόπουλος', 'dimitris fotopoulos'],
    ['Greek', 'Ευάγγελος', 'evangelos'],
    ['foreign in Greek', 'Βλαντίμιρ Πούτιν', 'vladimir putin'],
    ['Arabic', 'محمد بن سلمان', 'muhammad bin salman'],
    ['Arabic, vowelled', 'مُحَمَّد', 'muhammad'],
    ['Arabic', 'فلاديمير بوتين', 'fladimir butin'],
    ['Arabic', 'معمر القذافي', 'muammar al gaddafi'],
    ['Persian', 'ولادیمیر پوتین', 'wladimir pwtin'],
    ['Hebrew', 'ולדימיר פוטין', 'vldimir pwtin'],
    ['Hebrew', "צ'רצ'יל", 'chrchil'],
    ['Armenian', 'Վլադիմիր Պուտին', 'vladimir putin'],
    ['western Armenian', 'Գրիգոր', 'krikor'],
    ['Georgian', 'სამტრედია', 'samtredia'],
    ['foreign in Georgian', 'კლაუსი', 'klaus'],
    ['Hindi', 'व्लादिमीर पुतिन', 'vladimir putin'],
    ['Hindi', 'नरेन्द्र मोदी', 'narendra modi'],
    ['Hindi', 'मनमोहन सिंह', 'manmohan singh'],
    ['Nepali', 'मा.कमला शर्मा', 'hon kamala sharma'],
    ['Bengali', 'ভ্লাদিমির পুতিন', 'bhladimir putin'],
    ['Gurmukhi', 'ਜਲੰਧਰ', 'jalandhar'],
    ['Gujarati', 'નરેન્દ્ર મોદી', 'narendra modi'],
    ['Tamil', 'கன்னியாகுமரி', 'kanniyagumari'],
    ['Telugu', 'చంద్రబాబు', 'chandrababu'],
    ['Kannada', 'ಬೆಂಗಳೂರು', 'bengaluru'],
    ['Malayalam', 'റ്റാറ്റ', 'ttatta'],
    ['Malayalam', 'കിം', 'kim'],
    ['Bengali', 'জন', 'jon'],
    ['Bengali', 'জং', 'jong'],
    ['Katakana, foreign', 'ウラジーミル・プーチン', 'vladimir puchin'],
    ['Arabic', 'غوه', 'ghuh'],
    ['Persian, a word in parts', 'مک‌کی', 'mak ki'],
    ['Arabic', 'مريم بنت خالد', 'maryam bint khalid'],
    ['Arabic', 'روبرت بنت', 'robert banat'],
    ['Arabic', 'بويكو بوريسوف', 'boyku burisuf'],
    ['Persian', 'جیمز', 'james'],
    ['Sinhala', 'මහින්ද රාජපක්ෂ', 'mahinda rajapaksha'],
    ['Korean', '박지성', 'park jisung'],
    ['northern Korean', '김정은', 'kim jongun'],
    ['Korean by the rules', '화성시', 'hwaseongsi'],
    ['foreign in Korean', '도널드 트럼프', 'doneold treomp'],
    ['Katakana', 'トヨタ', 'toyota'],
    ['Katakana', 'ファッション', 'fasshon'],
    ['Katakana', 'ウィッチ', 'witchi'],
    ['Hiragana', 'さいたま', 'saitama'],
    ['Chinese', '习近平', 'xi jinping'],
    ['Chinese, double surname', '欧阳修', 'ouyang xiu'],
    ['Chinese, surname of its own sound', '曾国藩', 'zeng guofan'],
    ['Chinese, foreign name', '弗拉基米尔·普京', 'fulajimier pujing'],
    ['foreign in Chinese, by custom', '乔·曼钦', 'joe manqin'],
    ['foreign in Chinese, by custom in Taiwan', '愛德華·馬基', 'edward maji'],
    ['Malaysian in Chinese, without a sign between', '苏莱曼阿都拉曼', 'sulaiman abdulrahman'],
    ['Malaysian in Chinese, one name of custom', '哈山马烈', 'hasan malie'],
    ['a Chinese name of four characters', '欧阳阿都', 'ouyang abdul'],
    ['Korean in Han', '金正恩', 'kim jongun'],
    ['Japanese in Han', '山田太郎', 'yamada taro'],
    ['Japanese in Han', '佐々木健', 'sasaki ken'],
    ['Japanese in Han and Kana', '田中ゆき', 'tanaka yuki'],
    ['Thai', 'สงขลา', 'sngkhla'],
    ['Thai, vowel before its consonant', 'เปริน', 'perin'],
    ['Burmese, syllable by syllable', 'မင်းအောင်လှိုင်', 'min aung hlaing'],
    ['Burmese, in one', 'စိုးဝင်း', 'soewin'],
    ['Burmese, two medials', 'သန်းရွှေ', 'than shwe'],
    ['foreign in Burmese', 'ရာဇက်', 'razak'],
    ['foreign in Burmese, j', 'ကင်ဂျုံအွန်', 'kinjonun'],
    ['Khmer, unwritten vowels', 'នរោត្តម', 'norottam'],
    ['Khmer', 'ហ៊ុន សែន', 'hon sen'],
    ['foreign in Khmer', 'ហ្គោស', 'goh'],
    ['Korean with a given name from abroad', '이자스민', 'lee jasmin'],
    ['a short English name that is a Korean surname', '조 바이든', 'joe baidun'],
    ['any other script', 'ደብረ ዘይት', 'debre zeyt'],
  ])('%s: %s', (_, name, reading) => {
    expect(read(name)).toContain(reading);
  });

  it('flags the words of other scripts, and initials and figures not', () => {
    const words = toLatin('ام. Putin 3 محمد')[0]?.words;
    expect(words?.map(({ text, writing }) => [text, writing])).toEqual([
      ['m', ''],
      ['putin', ''],
      ['3', ''],
      ['muhammad', 'a'],
    ]);
  });

  it('reads compounds of Arabic names in one way however they are parted', () => {
    const ways = ['abdul aziz', 'abdulaziz', 'abd al aziz'];
    expect(read('عبد العزيز')).toEqual(ways);
    expect(read('عبدالعزيز')).toEqual(ways);
    expect(read('عبد الله')).toEqual(['abdullah', 'abd allah']);
    expect(read('نور الدين')).toEqual(['noor al din', 'noor uddin', 'nooruddin']);
  });

  it('knows an h behind a consonant from the letters th, sh, kh', () => {
    expect(read('فتحي')).toEqual(['ftahi']);
    expect(read('כהן')).toEqual(['kahn']);
  });

  it('splits a Korean or Chinese name only if it is alone', () => {
    expect(read('이반 김')[0]).toBe('iban kim');
    expect(read('约翰·休姆')[0]).toBe('john xiumu');
  });

  it('reads letters that only look Latin as Latin', () => {
    expect(toLatin('Рutin')).toEqual([{ words: [{ text: 'putin', writing: '' }] }]);
    expect(toLatin('Ρutіn')).toEqual([{ words: [{ text: 'putin', writing: '' }] }]);
  });

  it('gives the parts of a word of several scripts on their own', () => {
    expect(read('Tokyo東京')).toEqual(['tokyo dongjing']);
  });
});

describe('any text', () => {
  const texts = (function* () {
    for (let code = 1; code < 0x30000; code += rounds(1, 7)) yield String.fromCodePoint(code);
  })();

  it(
    'gives words of a to z and figures only, at most three readings, whatever the character',
    inWholeRunAlone('1 s'),
    () => {
      let wrong = '';
      for (const text of texts) {
        const readings = toLatin(text);
        const right =
          readings.length <= READINGS_MAX &&
          readings.every(({ words }) => words.length > 0 && words.every((word) => /^[a-z0-9]+$/.test(word.text)));
        if (!right) wrong += text;
      }
      expect(wrong).toBe('');
    },
  );

  it('never fails, on random text of all scripts mixed', () => {
    let seed = 7;
    const next = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return seed % below;
    };
    for (let i = 0; i < rounds(3_000, 300); i++) {
      const name = Array.from({ length: 12 }, () => String.fromCodePoint(1 + next(i % 3 === 0 ? 0x10ffff : 0x3100)));
      for (const { words } of toLatin(name.join(''))) {
        expect(words.every(({ text }) => /^[a-z0-9]+$/.test(text))).toBe(true);
      }
    }
  });

  it('leaves its own output as it is', () => {
    for (const name of ['Jürgen Müller', 'Владимир Путин', 'عبد العزيز', '박지성', '习近平', 'नरेन्द्र मोदी']) {
      for (const reading of read(name)) expect(read(reading)).toEqual([reading]);
    }
  });
});
