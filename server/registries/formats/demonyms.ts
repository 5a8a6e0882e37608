import { ownValue } from '../../lib/own.ts';
import { isoCountry } from './records.ts';

/** English words for nationalities, in small letters, in the forms most frequent at Companies House, by ISO 3166-1 code. */
const WORDS = `AE emirati; AF afghan; AL albanian; AR argentinian, argentine; AT austrian; AU australian; BD bangladeshi; BE belgian;
BG bulgarian; BR brazilian; CA canadian; CH swiss; CL chilean; CM cameroonian; CN chinese; CO colombian; CY cypriot;
CZ czech; DE german; DK danish; DZ algerian; EE estonian; EG egyptian; ES spanish; ET ethiopian; FI finnish; FR french;
GB british, english, scottish, welsh, northern irish, briton, citizen of the united kingdom; GH ghanaian; GR greek;
HK hong konger, hongkongese; HR croatian; HU hungarian; ID indonesian; IE irish; IL israeli; IN indian; IQ iraqi;
IR iranian; IS icelandic; IT italian; JM jamaican; JO jordanian; JP japanese; KE kenyan; KR south korean, korean;
KW kuwaiti; KZ kazakh; LB lebanese; LK sri lankan; LT lithuanian; LU luxembourger; LV latvian; MA moroccan;
MD moldovan; MT maltese; MU mauritian; MX mexican; MY malaysian; NG nigerian; NL dutch; NO norwegian; NP nepalese;
NZ new zealander; PH filipino; PK pakistani; PL polish; PT portuguese; RO romanian; RS serbian; RU russian;
SA saudi arabian, saudi; SE swedish; SG singaporean; SI slovenian; SK slovak; SY syrian; TH thai; TN tunisian;
TR turkish; TW taiwanese; UA ukrainian; UG ugandan; US american; VE venezuelan; VN vietnamese; ZA south african;
ZW zimbabwean`;

const CODES: Readonly<Record<string, string>> = Object.fromEntries(
  WORDS.split(/;\s/).flatMap((row) => {
    const [, code = '', words = ''] = /^(\w\w) (.+)$/.exec(row) ?? [];
    return words.split(', ').map((word) => [word, code]);
  }),
);

/** Returns the ISO 3166-1 alpha-2 code of a nationality's English word, or of a country's name. Any other text is returned unchanged. */
export function nationalityCode(text: string): string {
  return ownValue(CODES, text.toLowerCase()) ?? isoCountry(text) ?? text;
}
