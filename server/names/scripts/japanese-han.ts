import { spellKana } from './kana.ts';
import { readLetters } from './letters.ts';

/** Common Japanese surnames, Hepburn without long marks. */
const SURNAMES = readLetters(`
  佐藤 sato  鈴木 suzuki  高橋 takahashi  田中 tanaka  伊藤 ito  渡辺 watanabe  渡邊 watanabe  山本 yamamoto  中村 nakamura
  小林 kobayashi  加藤 kato  吉田 yoshida  山田 yamada  佐々木 sasaki  山口 yamaguchi  松本 matsumoto  井上 inoue  木村 kimura
  林 hayashi  斎藤 saito  斉藤 saito  清水 shimizu  山崎 yamazaki  森 mori  池田 ikeda  橋本 hashimoto  阿部 abe  安倍 abe
  石川 ishikawa  山下 yamashita  中島 nakajima  石井 ishii  小川 ogawa  前田 maeda  岡田 okada  長谷川 hasegawa  藤田 fujita
  後藤 goto  近藤 kondo  村上 murakami  遠藤 endo  青木 aoki  坂本 sakamoto  福田 fukuda  太田 ota  西村 nishimura  藤井 fujii
  金子 kaneko  藤原 fujiwara  三浦 miura  岡本 okamoto  松田 matsuda  中川 nakagawa  中野 nakano  原田 harada  小野 ono
  田村 tamura  竹内 takeuchi  和田 wada  中山 nakayama  石田 ishida  上田 ueda  森田 morita  原 hara  柴田 shibata  酒井 sakai
  工藤 kudo  横山 yokoyama  宮崎 miyazaki  宮本 miyamoto  内田 uchida  高木 takagi  安藤 ando  谷口 taniguchi  大野 ono
  丸山 maruyama  今井 imai  河野 kono  藤本 fujimoto  村田 murata  武田 takeda  上野 ueno  杉山 sugiyama  増田 masuda
  小島 kojima  小山 koyama  千葉 chiba  大塚 otsuka  平野 hirano  久保 kubo  松井 matsui  小池 koike  野口 noguchi  菅 suga
  岸田 kishida  麻生 aso  石破 ishiba  小泉 koizumi  鳩山 hatoyama  野田 noda  茂木 motegi  菊池 kikuchi  松尾 matsuo
  木下 kinoshita  野村 nomura  新井 arai  荒木 araki  大西 onishi  川口 kawaguchi  永井 nagai  篠田 shinoda  司 tsukasa`);
/** Common Japanese given names in their most common reading. */
const GIVEN = readLetters(`
  太郎 taro  一郎 ichiro  次郎 jiro  二郎 jiro  三郎 saburo  花子 hanako  健 ken  健一 kenichi  健太 kenta  健二 kenji
  賢治 kenji  誠 makoto  博 hiroshi  浩 hiroshi  弘 hiroshi  隆 takashi  晋三 shinzo  文雄 fumio  義偉 yoshihide  茂 shigeru
  純一郎 junichiro  明 akira  昭 akira  清 kiyoshi  実 minoru  正 tadashi  進 susumu  勇 isamu  豊 yutaka  修 osamu  学 manabu
  大輔 daisuke  翔太 shota  拓也 takuya  達也 tatsuya  直樹 naoki  和也 kazuya  哲也 tetsuya  裕子 yuko  由美子 yumiko
  恵子 keiko  慶子 keiko  京子 kyoko  和子 kazuko  幸子 sachiko  洋子 yoko  陽子 yoko  久美子 kumiko  真由美 mayumi
  美智子 michiko  直人 naoto  由紀夫 yukio  百合子 yuriko  雅子 masako  秀樹 hideki  英樹 hideki  智子 tomoko  明美 akemi
  愛 ai  剛 tsuyoshi  徹 toru  聡 satoshi  智 satoshi  徹也 tetsuya  建市 kenichi  忍 shinobu  清司 kiyoshi`);
const SURNAME_CHARACTERS_MAX = 3;

/** Returns surname and given name if both are common Japanese ones. The given name may be in Kana. */
export function readAsJapanese(characters: readonly string[]): string[] | undefined {
  for (let length = Math.min(SURNAME_CHARACTERS_MAX, characters.length - 1); length > 0; length--) {
    const surname = SURNAMES[characters.slice(0, length).join('')];
    const rest = characters.slice(length).join('');
    const given = GIVEN[rest] ?? (/^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(rest) ? spellKana(rest) : '');
    if (surname !== undefined && given !== '') return [surname, given];
  }
  return undefined;
}
