import { CHOICE } from './choices.ts';

/** What a letter, or a few together, become in a skeleton. */
export interface Sound {
  /** '' if it is silent or a vowel inside a word. */
  bones: string;
  /** The number of letters used. */
  length: number;
}

const FRONT_VOWELS = 'eiy';
const FRENCH_ENDING =
  /(?<=au|eu|ou|oi|ai)[lt]?[dtsxz]$|(?<=[aeo]n)t$|(?<=[aeu]r)d$|(?<=o)t$|(?<=ie)r$|(?<=e)z$|(?<=(?:rg|qu|v|ll|rl)e)s$|(?<=(?:[lnfr]|qu)e)t$/;
const INITIALS: Readonly<Record<string, string>> = { kn: 'n', gn: 'n', wr: 'r', ps: 's', pf: 'p' };

/** Reads the sounds of a word, one after the other, by one choice. `open` collects the choices that it leaves. */
export class SoundReader {
  open = 0;
  private readonly silentFrom: number;
  private readonly text: string;
  private readonly abjad: boolean;
  private readonly choice: number;

  /** `choice`: one of `CHOICE`, or 0. */
  constructor(text: string, abjad: boolean, choice: number) {
    this.text = text;
    this.abjad = abjad;
    this.choice = choice;
    const ending = abjad ? null : FRENCH_ENDING.exec(text);
    this.silentFrom = ending !== null && this.takes(CHOICE.silent) ? ending.index : text.length;
  }

  /** Returns the sound that begins at a letter. */
  read(at: number): Sound {
    const { text } = this;
    if (at >= this.silentFrom) return sound('', 1);
    if (at === 0) {
      const initial = INITIALS[text.slice(0, 2)];
      if (initial !== undefined && !this.abjad) return sound(initial, 2);
    }
    const letter = text[at] as string;
    switch (letter) {
      case 'a':
      case 'e':
      case 'i':
      case 'o':
      case 'u':
      case 'y':
        return sound(at === 0 ? 'a' : '', 1);
      case 'b':
      case 'p':
      case 'f':
      case 'v':
        return sound('p', text[at + 1] === 'h' ? 2 : 1);
      case 'w':
        return this.readW(at);
      case 'k':
      case 'q':
        return this.readK(at);
      case 'c':
        return this.readC(at);
      case 'g':
        return this.readG(at);
      case 'j':
        return this.readJ(at);
      case 't':
      case 'd':
        return this.readT(at);
      case 's':
      case 'z':
        return this.readS(at);
      case 'x':
        return sound(at === 0 ? 's' : 'ks', 1);
      case 'l':
        return this.readL(at);
      case 'h':
        return this.readH(at);
      default:
        return sound(letter, 1);
    }
  }

  /** Whether the word is read in the unusual way here. Records that it could be. */
  private takes(choice: number): boolean {
    this.open |= choice;
    return this.choice === choice;
  }

  private readW(at: number): Sound {
    if (at === 0) return sound('p', 1);
    const sounded = this.text.slice(0, at).endsWith('sch');
    return sound(this.takes(CHOICE.w) !== sounded ? 'p' : '', 1);
  }

  private readK(at: number): Sound {
    if (this.text[at] === 'k' && this.text[at + 1] === 'h') return sound(this.takes(CHOICE.kh) ? 'h' : 'k', 2);
    return sound('k', 1);
  }

  private readC(at: number): Sound {
    const { text } = this;
    const next = text[at + 1];
    if (next === 'h') return sound(this.takes(CHOICE.ch) ? 'k' : 's', 2);
    if (next === 'k' || next === 'q') return sound('k', 2);
    if (next === 'z' || next === 's') return sound('s', 2);
    if (next !== undefined && FRONT_VOWELS.includes(next)) return sound('s', 1);
    const slavic = (next === undefined && text[at - 1] === 'i') || (next === 'l' && text[at - 1] === 'a');
    if (slavic && this.takes(CHOICE.ch)) return sound('s', 1);
    return sound('k', 1);
  }

  private readG(at: number): Sound {
    const { text } = this;
    const next = text[at + 1];
    if (next === 'h') return this.readGh(at);
    if (next === 'g' && text[at + 2] !== 'i') return sound('k', 2);
    if (next === 'n' && at > 0 && !this.abjad) return sound(this.takes(CHOICE.silent) ? '' : 'k', 1);
    const soft = next !== undefined && FRONT_VOWELS.includes(next) && !this.abjad;
    return sound(soft && !this.takes(CHOICE.soft) ? 's' : 'k', 1);
  }

  /** Silent in English before t and at the end. */
  private readGh(at: number): Sound {
    const after = this.text[at + 2];
    const silent = !this.abjad && at > 0 && isVowel(this.text[at - 1]) && (after === undefined || after === 't');
    return sound(silent ? '' : 'k', 2);
  }

  private readJ(at: number): Sound {
    if (this.abjad) return sound(this.takes(CHOICE.soft) ? 'k' : 's', this.text[at + 1] === 'h' ? 2 : 1);
    if (this.takes(CHOICE.jota)) return sound('h', 1);
    if (!this.takes(CHOICE.j)) return sound('s', 1);
    return sound(at === 0 ? 'a' : '', 1);
  }

  private readT(at: number): Sound {
    const { text } = this;
    const letter = text[at] as string;
    const next = text[at + 1];
    const hushed = letter === 'd' && next === 'j' ? 1 : readHush(text, at + 1);
    if (hushed > 0) return this.abjad && this.takes(CHOICE.affricate) ? sound(letter, 1) : sound('s', 1 + hushed);
    if (next === 'i' && !this.abjad && 'ao'.includes(text[at + 2] ?? '-'))
      return sound(this.takes(CHOICE.ti) ? 's' : letter, 1);
    if (letter === 'd' && next === 't') return sound('t', 2);
    if (next !== 'h') return sound(letter, 1);
    if (at === 0 && !this.abjad) return sound(letter, 2);
    if (!this.takes(CHOICE.th)) return sound(letter, 2);
    return sound(this.abjad ? 's' : `${letter}h`, 2);
  }

  private readL(at: number): Sound {
    const { text } = this;
    const before = text[at - 1];
    const quiet = !this.abjad && (before === 'a' || before === 'o') && 'kmn'.includes(text[at + 1] ?? '-');
    return sound(quiet && this.takes(CHOICE.silent) ? '' : 'l', 1);
  }

  private readS(at: number): Sound {
    const { text } = this;
    const hushed = readHush(text, at);
    const next = text[at + 1];
    if (hushed > 1) return sound('s', hushed);
    if (at === 0 && !this.abjad && !isVowel(next) && this.takes(CHOICE.prothetic)) return sound('as', 1);
    const soft = text[at] === 's' && next === 'c' && FRONT_VOWELS.includes(text[at + 2] ?? '-');
    return sound('s', soft ? 2 : 1);
  }

  private readH(at: number): Sound {
    if (at > 0) return sound(this.isSounded(at) ? 'h' : '', 1);
    return sound(!this.abjad && isVowel(this.text[1]) && this.takes(CHOICE.h) ? 'a' : 'h', 1);
  }

  /** Whether an h inside a word is pronounced: between vowels it is, at the end and after a consonant it is not. */
  private isSounded(at: number): boolean {
    const { text } = this;
    const before = text[at - 1];
    const next = text[at + 1];
    if (next === undefined) return false;
    const afterVowel = isVowel(before);
    if (this.abjad || (afterVowel && isVowel(next))) return afterVowel;
    if (!afterVowel) return isVowel(next) && this.takes(CHOICE.h);
    const usual = !('eou'.includes(before as string) && 'lnr'.includes(next));
    return 'lmnrt'.includes(next) && this.takes(CHOICE.h) ? !usual : usual;
  }
}

/** Returns how many letters a sibilant that begins here has, after a t or d that was used: sch, sh, ch, zh, sz, s, z. 0: none. */
function readHush(text: string, at: number): number {
  if (text.startsWith('sch', at)) return 3;
  const two = text.slice(at, at + 2);
  if (two === 'sh' || two === 'ch' || two === 'zh' || two === 'sz') return 2;
  return text[at] === 's' || text[at] === 'z' ? 1 : 0;
}

function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && 'aeiouy'.includes(letter);
}

function sound(bones: string, length: number): Sound {
  return { bones, length };
}
