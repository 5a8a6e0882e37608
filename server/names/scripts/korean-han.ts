import { readLetters } from './letters.ts';

/** Surnames of Koreans in Han characters, as Koreans usually spell them. */
const SURNAMES = readLetters(`
  金 kim  李 lee  朴 park  崔 choi  鄭 jung  郑 jung  姜 kang  趙 cho  赵 cho  尹 yoon  張 jang  张 jang  林 lim  韓 han  韩 han
  吳 oh  吴 oh  徐 seo  申 shin  權 kwon  权 kwon  黃 hwang  黄 hwang  安 ahn  宋 song  柳 ryu  全 jeon  洪 hong  高 ko  文 moon
  孫 son  孙 son  梁 yang  裵 bae  白 baek  許 heo  许 heo  劉 yoo  刘 yoo  南 nam  沈 shim  盧 noh  卢 noh  河 ha  丁 jung
  郭 kwak  成 sung  車 cha  车 cha  朱 joo  禹 woo  具 koo  羅 na  罗 na  閔 min  闵 min  陳 jin  陈 jin  池 ji  嚴 eom  严 eom
  元 won  千 chun  方 bang  玄 hyun  咸 ham  太 tae  玉 ok  桂 kye  康 kang  卞 byun  呂 yeo  吉 kil`);
/** Common characters of given names with their Korean sound, with the north's o for eo and u for eu. */
const GIVEN = readLetters(`
  正 jong  恩 un  日 il  成 song  永 yong  英 yong  榮 yong  哲 chol  昌 chang  光 kwang  浩 ho  虎 ho  鎬 ho  男 nam  南 nam  奉 bong
  鳳 bong  善 son  淑 suk  姬 hui  熙 hui  明 myong  國 guk  国 guk  龍 ryong  龙 ryong  學 hak  学 hak  澤 taek  泽 taek  東 dong
  东 dong  泰 tae  植 sik  守 su  秀 su  洙 su  勳 hun  勋 hun  德 dok  春 chun  順 sun  顺 sun  美 mi  慶 kyong  庆 kyong  京 kyong
  敬 kyong  景 kyong  元 won  源 won  基 ki  起 ki  己 ki  吉 kil  載 jae  在 jae  宰 jae  仁 in  寅 in  寬 kwan  宽 kwan  文 mun
  武 mu  大 dae  中 jung  重 jung  俊 jun  峻 jun  準 jun  鎭 jin  鎮 jin  镇 jin  振 jin  珍 jin  眞 jin  真 jin  賢 hyon  贤 hyon
  鉉 hyon  顯 hyon  宇 u  佑 u  雨 u  銀 un  银 un  志 ji  智 ji  知 ji  聖 song  星 song  誠 song  勝 sung  承 sung  昇 sung
  相 sang  尚 sang  錫 sok  锡 sok  石 sok  萬 man  万 man  根 kun  建 kon  義 ui  义 ui  範 bom  炳 byong  秉 byong  甲 kap
  漢 han  汉 han  和 hwa  花 hwa  玉 ok  月 wol  子 ja  惠 hye  慧 hye  蘭 ran  兰 ran  平 pyong  海 hae  洪 hong  弘 hong  燦 chan
  益 ik  煥 hwan  敏 min  民 min  信 sin  新 sin  與 yo  与 yo  鐵 chol  铁 chol  松 song  雄 ung  雪 sol`);

/** Returns surname and given name if all of a name's characters are common in Korean ones. */
export function readAsKorean(characters: readonly string[]): string[] | undefined {
  const surname = SURNAMES[characters[0] ?? ''];
  const given = characters.slice(1).map((character) => GIVEN[character]);
  if (surname === undefined || given.length === 0 || given.length > 2 || given.includes(undefined)) return undefined;
  return [surname, given.join('')];
}
