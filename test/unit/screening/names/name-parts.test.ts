import { expect, test } from 'vitest';
import { wordsOfFirstPart } from '../../../../server/names/name-parts.ts';

test.each([
  ['the surnames before a comma', 'DE OKONJO BALDE, Chidera Ike', 3],
  ['a name of two parts in small letters', 'Okonjo Balde, Chidera', 2],
  ['surnames in capitals before', 'OKONJO-BALDE Chidera Ike', 2],
  ['surnames in capitals behind', 'Chidera Ike OKONJO BALDE', 2],
  ['capitals with marks and apostrophes', "Chidera N'DIAYE ÉTOÉ", 1],
  ['a particle before capitals, which belongs to the given names', 'Chidera de OKONJO', 2],
  ['no comma and no capitals', 'Chidera Ike Okonjo Balde', 0],
  ['capitals alone', 'CHIDERA OKONJO', 0],
  ['two commas', 'OKONJO, Chidera, Jr', 0],
  ['an initial, which is a capital of its own', 'Chidera K Okonjo', 0],
  ['another script', 'ОКОНДЖО, Чидера', 0],
])('a name is divided into surnames and given names: %s', (_, name, words) => {
  expect(wordsOfFirstPart(name)).toBe(words);
});
