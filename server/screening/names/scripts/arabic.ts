import anyAscii from 'any-ascii';
import { readLetters } from './letters.ts';

/**
 * Letters of Arabic, Persian, Urdu, Pashto and Kurdish as their Latin spellings have them, after the common ground of
 * ALA-LC and BGN/PCGN, without marks. `dh` is one of three sounds that Arabic keeps apart and Persian reads as z.
 * Waw and yeh are read by their neighbours, see `readVowelLetter`.
 */
const LETTERS = readLetters(`
  ا a  أ a  إ i  آ a  ٱ a  ى a  ة a  ء -  ؤ u  ئ i  ع a  ە e  ۀ e  ب b  پ p  ت t  ٹ t  ټ t  ث th  ج j  چ ch  ح h
  خ kh  ځ dz  څ ts  د d  ڈ d  ډ d  ذ dh  ر r  ڑ r  ړ r  ڕ r  ز z  ژ zh  ږ zh  س s  ش sh  ښ sh  ص s  ض dh  ط t  ظ dh
  غ gh  ف f  ڤ v  ق q  ڨ g  ك k  ک k  ګ g  گ g  ڭ ng  ل l  ڵ l  م m  ن n  ں n  ڼ n  ه h  ہ h  ھ h  ۃ a`);
const WAWS = 'وۆۇۈۋ';
/** Letters that sound h; the h of an aspirate is none of them. */
const HS = 'هحہ';
const YEHS = 'يیېےىۍێ';
/** Letters that are vowels by themselves. */
const VOWELS = 'اأإآٱىةعئؤەۀ';
/** Words whose vowels everybody knows, since they join names together. */
const KNOWN = readLetters(`
  بن bin  ابن ibn  ابو abu  أبو abu  ابي abi  أبي abi  ام umm  أم umm  آل al  ال al  عبد abd  الله allah
  محمد muhammad  احمد ahmad  أحمد ahmad  علي ali  علی ali  حسن hassan  حسين hussein  حسین hussein  دكتور dr
  دکتر dr  د dr  سيد sayyid  سید sayyid  شيخ sheikh  الشيخ sheikh  حاج haji  الحاج haji  شركة company  شرکت company
  مؤسسة foundation  جونيور jr  جونیور jr  پسر jr  الابن jr`);
/** Names whose vowels are not written and whose Latin spelling has settled, one of the common ones each. */
const SETTLED = readLetters(`
  محمود mahmoud  مصطفى mustafa  مصطفی mustafa  خالد khalid  عمر omar  عثمان othman  طارق tariq  سعيد saeed  سعید saeed
  سعد saad  سعود saud  فهد fahd  فيصل faisal  سلطان sultan  سلمان salman  سليمان sulaiman  سلیمان sulaiman
  ابراهيم ibrahim  إبراهيم ibrahim  ابراهیم ibrahim  اسماعيل ismail  إسماعيل ismail  اسماعیل ismail  يوسف yousef
  یوسف yousef  يونس younis  موسى musa  موسی musa  عيسى issa  عیسی issa  يحيى yahya  یحیی yahya  زكريا zakaria
  داود dawood  هارون haroun  مريم maryam  مریم maryam  فاطمة fatima  فاطمه fatima  عائشة aisha  خديجة khadija
  زينب zainab  زینب zainab  نور noor  هند hind  سارة sara  ليلى layla  صالح saleh  صلاح salah  سالم salem  سليم salim
  كريم karim  کریم karim  رشيد rashid  راشد rashed  حميد hamid  حامد hamed  حمد hamad  حمدان hamdan  ماجد majed
  مجيد majid  نبيل nabil  جميل jamil  جمال jamal  كمال kamal  کمال kamal  وليد walid  ناصر nasser  نصر nasr
  منصور mansour  مسعود masoud  عباس abbas  جعفر jafar  جواد jawad  قاسم qasim  هاشم hashim  هشام hisham  حسام hussam
  عصام essam  عماد imad  عادل adel  عامر amer  بشار bashar  بشير bashir  غسان ghassan  عدنان adnan  مروان marwan
  رضا reza  مهدي mahdi  مهدی mahdi  هادي hadi  هادی hadi  مرتضى murtada  مرتضی morteza  رحمن rahman  رحيم rahim
  عزيز aziz  عزیز aziz  غفار ghaffar  قادر qader  جبار jabbar  ستار sattar  رزاق razzaq  حكيم hakim  لطيف latif
  مجتبی mojtaba  اکبر akbar  اصغر asghar  امیر amir  أمير amir  خان khan  شاه shah  گل gul  حمزة hamza
  طه taha  ياسر yasser  ياسين yassin  أيمن ayman  أسامة osama  اسامه osama  زياد ziad  سامي sami  فؤاد fouad
  رفيق rafiq  شريف sharif  لادن laden  حافظ hafez  صدام saddam  معمر muammar  حسني hosni  أنور anwar  أكرم akram  خسرو khosrow  رجب rajab  حيدر haidar  حیدر haidar  قذافي gaddafi`);
/** Given names of other languages and their short forms, which no rule would lead back to their own spelling. */
const NAMES = readLetters(`
  بنت bint    باب bob  بوب bob  بيل bill  بیل bill  جيم jim
  جیم jim  جيمي jimmy  جیمی jimmy  تيد ted  تد ted  تدی teddy  ديك dick  دیک dick  تشاك chuck  چاک chuck  جو joe
  جاك jack  جک jack  توم tom  تام tom  مايك mike  مایک mike  تونی tony  توني tony  ستيف steve  استیو steve
  ديف dave  دیو dave  كريس chris  کریس chris  دان dan  نيك nick  نیک nick  راب rob  روب rob  ريك rick  ریک rick
  پت pat  سام sam  كيت kate  کیت kate  ليز liz  لیز liz  بيتر peter  پیتر peter  جون john  جان john  ديفيد david
  دیوید david  روبرت robert  رابرت robert  وليام william  ويليام william  ویلیام william  ريتشارد richard
  ریچارد richard  مايكل michael  مایکل michael  جورج george  تشارلز charles  چارلز charles  توماس thomas
  جوزيف joseph  جوزف joseph  إدوارد edward  ادوارد edward  ستيفن stephen  استیون steven  أندرو andrew  اندرو andrew
  بول paul  پل paul`);
const ARTICLE = 'ال';
/** Shorter words that begin with the letters of the article have them as their own. */
const ARTICLED_MIN = 4;
const MARKS = /[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]|\p{Cf}|'/gu;

/** Joins what Latin spellings write as one name or as three: `عبد ال...` and `... الدين`. */
export function joinArabicNames(name: string): string {
  return name.replace(/(^|\s)عبد\s+ال/gu, '$1عبدال').replace(/\s+الدين(?=\s|$)/gu, 'الدين');
}

/** A word in Arabic script as Latin words: 1 to 3 ways, with the article or a compound's parts apart and together. */
export function romaniseArabic(written: string): string[][] {
  const word = written.replace(MARKS, '');
  const known = KNOWN[word];
  if (known !== undefined) return [[known]];
  const settled = SETTLED[word];
  if (settled !== undefined) return [[settled]];
  const name = NAMES[word];
  if (name !== undefined) return [[name], [spell(word)]];
  if (word.startsWith('عبدال') && word.length > 6) return readServant(word.slice(5));
  if (word.endsWith('الدين') && word.length > 6) return readFaith(word.slice(0, -5));
  if (word.endsWith('الله') && word.length > 5) return readDivine(word.slice(0, -4));
  if (word.startsWith(ARTICLE) && word.length >= ARTICLED_MIN)
    return [['al', spellKnown(word.slice(2))], [spell(word)]];
  return [[spell(word)]];
}

/** `عبدالعزيز`: abd al aziz, abdul aziz, abdulaziz. */
function readServant(rest: string): string[][] {
  if (rest === 'له') return [['abdullah'], ['abd', 'allah']];
  if (rest.startsWith('له')) return [[`abdulla${spell(rest.slice(2))}`]];
  const name = spellKnown(rest);
  return [['abdul', name], [`abdul${name}`], ['abd', 'al', name]];
}

/** `سيف الدين`: saif al din, saif uddin, saifuddin. */
function readFaith(first: string): string[][] {
  const name = spellKnown(first);
  return [[name, 'al', 'din'], [name, 'uddin'], [`${name}uddin`]];
}

function spellKnown(word: string): string {
  return KNOWN[word] ?? SETTLED[word] ?? spell(word);
}

function spell(word: string): string {
  let text = '';
  if (isShort(word)) return [...word].map((letter) => LETTERS[letter]).join('a');
  for (let at = 0; at < word.length; at++) {
    const letter = word[at] as string;
    if (WAWS.includes(letter) || (YEHS.includes(letter) && letter !== 'ى')) text += readVowelLetter(word, at);
    else if (letter === 'ى' && at < word.length - 1) text += 'i';
    else if (letter === 'ه' && at === word.length - 1 && at > 1) text += 'eh';
    else if (HS.includes(letter) && /[^aeiouy]$/.test(text))
      text += 'ah'; // Not th, sh, kh with the letter before.
    else
      text +=
        LETTERS[letter] ??
        anyAscii(letter)
          .toLowerCase()
          .replace(/[^a-z0-9]/g, '');
  }
  return text.replace(/^aa+/, 'a').replace(/ww/g, 'w');
}

/** Two or three consonants, which say nothing of the vowels between them: mostly a. */
function isShort(word: string): boolean {
  return word.length > 1 && word.length < 4 && [...word].every((letter) => /^[^aeiou]+$/.test(LETTERS[letter] ?? ''));
}

/** Waw and yeh are consonants at the start and beside other vowel letters, else long vowels. */
function readVowelLetter(word: string, at: number): string {
  const waw = WAWS.includes(word[at] as string);
  const isVowel = (letter: string | undefined): boolean =>
    letter !== undefined && (VOWELS.includes(letter) || WAWS.includes(letter) || YEHS.includes(letter));
  if (at === 0) return isVowel(word[1]) && !waw ? 'y' : waw ? 'w' : 'y';
  const beside = isVowel(word[at - 1]) || isVowel(word[at + 1]);
  if (waw) return beside || PERSIAN.test(word) ? 'w' : 'u';
  return beside ? 'y' : 'i';
}

/** Letters that Arabic has not: waw then is as often v. */
const PERSIAN = /[پچژگکیۀ]/u;

/** `نصرالله`: nasrallah, nasrullah. */
function readDivine(first: string): string[][] {
  const name = spell(first);
  return [[`${name}allah`], [`${name}ullah`]];
}
