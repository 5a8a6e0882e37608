import { describe, expect, test } from 'vitest';
import { namesAgree, type PersonName } from '../../../server/checks/names.ts';

const name = (text: string): PersonName => {
  const [last = '', first = ''] = text.split(',').map((part) => part.trim());
  return { ...(first && { first }), ...(last && { last }) };
};

describe('names as a careful reader compares them', () => {
  test.each([
    ['case', 'Eriksson, Anna', 'ERIKSSON, ANNA'],
    ['accents', 'Łódź, José', 'LODZ, JOSE'],
    ['a machine-readable umlaut', 'Müller, Jörg', 'MUELLER, JOERG'],
    ['the other way round', 'Mueller, Joerg', 'MÜLLER, JÖRG'],
    ['å and ø in a zone', 'Ødegård, Åse', 'OEDEGAARD, AASE'],
    ['sharp s', 'Strauß, Ida', 'STRAUSS, IDA'],
    ['an apostrophe', 'O’Brien, Sean', "O'BRIEN, SEAN"],
    ['an apostrophe dropped', "O'Brien, Sean", 'OBRIEN, SEAN'],
    ['a hyphen as a space', 'Meyer-Landrut, Lena', 'MEYER LANDRUT, LENA'],
    ['a hyphen joined', 'Diallo, Jean-Pierre', 'DIALLO, JEANPIERRE'],
    ['a space more', 'McDonald, Ian', 'MC DONALD, IAN'],
    ['order', 'Anna, Eriksson', 'Eriksson, Anna'],
    ['a second name not submitted', 'Eriksson, Anna', 'Eriksson, Anna Maria'],
    ['a second name not on the card', 'Eriksson, Anna Maria', 'Eriksson, Anna'],
    ['a second surname not submitted', 'García, Gabriel', 'GARCIA MARQUEZ, GABRIEL JOSE'],
    ['an initial beside a full name', 'Smith, John M.', 'SMITH, JOHN MICHAEL'],
    ['Cyrillic', 'Щукин, Юлия', 'SHCHUKIN, IULIIA'],
    ['Cyrillic, another authority', 'Хрущёв, Александр', 'HRUSHCHEV, ALEXANDR'],
    ['order, with a name more', 'Anna Maria, Eriksson', 'Eriksson, Anna'],
    ['a middle name in the other part', 'Eriksson, Anna Maria', 'Maria Eriksson, Anna'],
    ['Han without spaces', '王, 小明', 'WANG, XIAOMING'],
    ['figures for letters', 'Olsson, Bo', '0LSS0N, B0'],
    ['l for I', 'Ivanov, Ilya', 'lvanov, llya'],
    ['a decomposed accent', 'Mu\u0308ller, Jo', 'Müller, Jo'],
    ['only a surname known', 'Eriksson', 'Eriksson, Anna'],
  ])('agree: %s', (_, a, b) => {
    expect(namesAgree(name(a), name(b))).toBe(true);
    expect(namesAgree(name(b), name(a))).toBe(true);
  });

  test.each([
    ['another first name', 'Eriksson, Anna', 'Eriksson, Berta'],
    ['another surname', 'Eriksson, Anna', 'Svensson, Anna'],
    ['another second name', 'Schmidt, Anna Petra', 'Schmidt, Anna Maria'],
    ['a letter changed', 'Schmidt, Anna', 'Schmitt, Anna'],
    ['nothing but an initial', 'Smith, J', 'Smith, John'],
    ['first names alone in common', 'Maria, Anna', 'Schmidt, Anna Maria'],
    ['a first name in the place of the only surname', 'Anna', 'Schmidt, Anna'],
    ['another Cyrillic name', 'Иванов, Пётр', 'PETROV, IVAN'],
    ['a Cyrillic brother and sister', 'Иванова, Александра', 'IVANOV, ALEKSANDR'],
    ['Nikolai and Nikola', 'Шевцов, Николай', 'SHEVTSOV, NIKOLA'],
    ['an Arabic brother and his sister', 'حسن, علي', 'HASSAN, ALIA'],
    ['nothing that could be a name', '—, ***', 'Eriksson, Anna'],
    ['a start that was not cut off', 'Konstantinopoulos, Alexandros', 'Konstantinopoulos, Alex'],
  ])('disagree: %s', (_, a, b) => {
    expect(namesAgree(name(a), name(b))).toBe(false);
    expect(namesAgree(name(b), name(a))).toBe(false);
  });

  test('the whole name in one part', () => {
    expect(namesAgree({ first: 'Anna Eriksson' }, name('Eriksson, Anna'))).toBe(true);
    expect(namesAgree({ first: 'Anna Eriksson' }, name('Svensson, Anna'))).toBe(false);
  });

  test('a cut-off end', () => {
    const cut = { ...name('Konstantinopoulos, Alex'), truncated: true };
    expect(namesAgree(name('Konstantinopoulos, Alexandros Dimitrios'), cut)).toBe(true);
    expect(namesAgree(name('Konstantinopoulos, Dimitrios'), cut)).toBe(false);
  });
});
