import { readLetters } from './letters.ts';

/** Words whose vowels are fixed, because they join names together. */
export const KNOWN = readLetters(`
  بن bin  ابن ibn  بِنْت bint  ابو abu  أبو abu  ابي abi  أبي abi  ام umm  أم umm  آل al  ال al  عبد abd  الله allah
  محمد muhammad  احمد ahmad  أحمد ahmad  علي ali  علی ali  حسن hassan  حسين hussein  حسین hussein  دكتور dr
  دکتر dr  د dr  سيد sayyid  سید sayyid  شيخ sheikh  الشيخ sheikh  حاج haji  الحاج haji  شركة company  شرکت company
  مؤسسة foundation  جونيور jr  جونیور jr  پسر jr  الابن jr`);
/** Names whose vowels are not written and whose Latin spelling has settled, with one common spelling each. */
export const SETTLED = readLetters(`
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
/** Given names of other languages and their short forms, which no rule would convert back to their own spelling. */
export const NAMES = readLetters(`
  جيمس james  جيمز james  جیمز james  نایجل nigel    باب bob  بوب bob  بيل bill  بیل bill  جيم jim
  جیم jim  جيمي jimmy  جیمی jimmy  تيد ted  تد ted  تدی teddy  ديك dick  دیک dick  تشاك chuck  چاک chuck  جو joe
  جاك jack  جک jack  توم tom  تام tom  مايك mike  مایک mike  تونی tony  توني tony  ستيف steve  استیو steve
  ديف dave  دیو dave  كريس chris  کریس chris  دان dan  نيك nick  نیک nick  راب rob  روب rob  ريك rick  ریک rick
  پت pat  سام sam  كيت kate  کیت kate  ليز liz  لیز liz  بيتر peter  پیتر peter  جون john  جان john  ديفيد david
  دیوید david  روبرت robert  رابرت robert  وليام william  ويليام william  ویلیام william  ريتشارد richard
  ریچارد richard  مايكل michael  مایکل michael  جورج george  تشارلز charles  چارلز charles  توماس thomas
  جوزيف joseph  جوزف joseph  إدوارد edward  ادوارد edward  ستيفن stephen  استیون steven  أندرو andrew  اندرو andrew
  بول paul  پل paul`);
