import { readLetters } from './letters.ts';

/**
 * Given names of other languages in the customary Chinese spellings (Xinhua's and Taiwan's, simplified and traditional). No
 * reading of their characters leads back to their own spelling. Our own compilation of common knowledge.
 */
export const FOREIGN_NAMES = readLetters(`
  约翰 john  約翰 john  让 jean  讓 jean  尚 jean  爱德华 edward  愛德華 edward  大卫 david  大衛 david  戴维 david  戴維 david
  查克 chuck  查尔斯 charles  查爾斯 charles  查理 charlie  迪克 dick  汤姆 tom  湯姆 tom  托马斯 thomas  湯瑪斯 thomas
  乔 joe  喬 joe  乔治 george  喬治 george  约瑟夫 joseph  約瑟夫 joseph  马修 matthew  馬修 matthew  詹姆斯 james
  詹姆士 james  吉姆 jim  吉米 jimmy  伊丽莎白 elizabeth  伊莉莎白 elizabeth  杰克 jack  傑克 jack  彼得 peter  保罗 paul
  保羅 paul  迈克尔 michael  麥可 michael  麦克 mike  麥克 mike  威廉 william  比尔 bill  比爾 bill  罗伯特 robert
  羅伯特 robert  鲍勃 bob  鮑伯 bob  鮑勃 bob  泰德 ted  理查德 richard  理查 richard  里克 rick  史蒂夫 steve
  史提夫 steve  斯蒂芬 stephen  史蒂芬 stephen  克里斯 chris  马克 mark  馬克 mark  安德鲁 andrew  安德魯 andrew
  亚历山大 alexander  亞歷山大 alexander  弗拉基米尔 vladimir  亨利 henry  菲利普 philip  西蒙 simon  玛丽 mary  瑪麗 mary
  安妮 anne  安娜 anna  凯瑟琳 catherine  凱瑟琳 catherine  海伦 helen  海倫 helen  朱莉 julie  茱莉 julie  苏珊 susan
  蘇珊 susan  芭芭拉 barbara  帕特里克 patrick  派屈克 patrick  尼古拉斯 nicholas  尼克 nick  丹尼尔 daniel  丹尼爾 daniel
  丹 dan  本 ben  班 ben  蒂姆 tim  提姆 tim  安东尼 anthony  安東尼 anthony  托尼 tony  東尼 tony  凯文 kevin  凱文 kevin
  布莱恩 brian  布萊恩 brian  格雷厄姆 graham  戈登 gordon  伊恩 ian  艾伦 alan  艾倫 alan  亚当 adam  亞當 adam
  雅各布 jacob  小 jr`);

/** Names of Muslims in Malaysia and Singapore as Chinese there writes them: without a mark between two. */
const MALAY_NAMES = readLetters(`
  莫哈末 mohamad  莫哈默 mohamad  穆罕默德 mohammed  阿都拉曼 abdulrahman  阿都拉 abdullah  阿都 abdul  拉曼 rahman  阿末 ahmad  阿默 ahmad
  苏莱曼 sulaiman  蘇萊曼 sulaiman  依斯迈 ismail  依斯邁 ismail  伊斯迈 ismail  奥玛 omar  奧瑪 omar  哈山 hasan
  卡立 khalid  阿兹 aziz  阿茲 aziz  卡林 karim  卡琳 karim  拉萨 razak  拉薩 razak  胡申 hussein  胡先 hussein
  卡欣 kassim  卡森 kassim  东姑 tengku  東姑 tengku  拿督 datuk   沙末 samad  依布拉欣 ibrahim
  伊布拉欣 ibrahim  沙烈 salleh  哈芝 haji  峇峇 baba  尤索夫 yusof  尤索 yusof  哈密 hamid  玛目 mahmud  阿里 ali`);
const MALAY_CHARACTERS_MIN = 4;
const PIECES = Object.keys(MALAY_NAMES).sort((a, b) => b.length - a.length);

/**
 * Splits a run of characters at a name in the spelling of Malaysia's Chinese. The other parts stay unchanged. Returns one part if
 * there is no such name.
 */
export function partMalayName(characters: readonly string[]): { text: string; name: string | undefined }[] {
  const written = characters.join('');
  const whole = [{ text: written, name: undefined }];
  if (characters.length < MALAY_CHARACTERS_MIN) return whole;
  const parts: { text: string; name: string | undefined }[] = [];
  for (let at = 0; at < written.length; ) {
    const piece = PIECES.find((one) => written.startsWith(one, at));
    const last = parts.at(-1);
    if (piece !== undefined) parts.push({ text: piece, name: MALAY_NAMES[piece] });
    else if (last !== undefined && last.name === undefined) last.text += written[at];
    else parts.push({ text: written[at] as string, name: undefined });
    at += piece?.length ?? 1;
  }
  return parts;
}
