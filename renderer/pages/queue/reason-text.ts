import { textFor } from '../../text/text.ts';

/** What a code of `errors` means, in a few words; the code itself where there are none. */
export function reasonText(code: string): string {
  return textFor(`reason.${code}`) ?? code.replaceAll('_', ' ');
}
