import { LIMITS } from '../lib/limits.ts';
import { canonicalBytes, readCanonical, readForm, readJson } from './canonical.ts';
import { type Invite, inviteSchema } from './enrolment.ts';
import { damaged } from './fault.ts';
import { isNamedRightly } from './hub-keys.ts';

const START = 'custos-hub-1.';

/** Returns the invite as one word, which a QR code holds and a person can paste. */
export const writeInvite = (invite: Invite): string => START + canonicalBytes(invite).toString('base64url');

/** Returns the invite of a text: that word, or its JSON. Throws `parcel_damaged` if it is none. */
export function readInvite(text: string): Invite {
  const word = text.trim();
  if (word.startsWith('{'))
    return checked(readForm(inviteSchema, readJson(Buffer.from(word), 'the invite'), 'the invite'));
  if (!word.startsWith(START) || word.length > LIMITS.hubInviteCharsMax) {
    throw damaged(`This is not an invite. It begins with "${START}".`);
  }
  return checked(readCanonical(inviteSchema, Buffer.from(word.slice(START.length), 'base64url'), 'the invite'));
}

function checked(invite: Invite): Invite {
  if (!isNamedRightly(invite.hub_keys)) throw damaged("The invite names the hub's keys wrongly.");
  return invite;
}
