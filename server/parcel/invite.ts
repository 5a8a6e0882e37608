import { canonicalBytes, readCanonical } from './canonical.ts';
import { type Invite, inviteSchema } from './enrolment.ts';
import { damaged } from './fault.ts';
import { isNamedRightly } from './hub-keys.ts';

const START = 'custos-hub-1.';
const CHARS_MAX = 4_096;

/** Returns the invite as one word: the content of its file and of its QR code. */
export const writeInvite = (invite: Invite): string => START + canonicalBytes(invite).toString('base64url');

/** Returns the invite of a text that a person pasted. Throws `parcel_damaged` if it is none. */
export function readInvite(text: string): Invite {
  const word = text.trim();
  if (!word.startsWith(START) || word.length > CHARS_MAX) {
    throw damaged(`This is not an invite. It begins with "${START}".`);
  }
  const invite = readCanonical(inviteSchema, Buffer.from(word.slice(START.length), 'base64url'), 'the invite');
  if (!isNamedRightly(invite.hub_keys)) throw damaged("The invite names the hub's keys wrongly.");
  return invite;
}
