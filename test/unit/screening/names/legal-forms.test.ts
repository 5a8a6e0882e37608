import { describe, expect, test } from 'vitest';
import { compareLegalForm, removeLegalForms } from '../../../../server/names/legal-forms.ts';
import { baseName, displayLegalForm, genericLegalForm } from '../../../eval/names/legal-forms.ts';

test.each([
  ['Brackwater Aktiengesellschaft', 'Brackwater AG'],
  ['BRACKWATER AKTIENGESELLSCHAFT', 'BRACKWATER AG'],
  ['Общество с ограниченной ответственностью Ромашка', 'ООО Ромашка'],
  ['Brackwater Sociedad Anónima', 'Brackwater SA'],
  ['Nimbus spółka z ograniczoną odpowiedzialnością', 'Nimbus Sp. z o.o.'],
  ['Banana', 'Banana'],
])('%s is shown as %s', (name, expected) => {
  expect(displayLegalForm(name)).toBe(expected);
});

test.each([
  ['Brackwater G.m.b.H.', 'brackwater gmbh'],
  ['ооо ромашка', 'ooo ромашка'],
  ['Brackwater Limited', 'brackwater ltd'],
])('%s is compared as %s', (name, expected) => {
  expect(compareLegalForm(name)).toBe(expected);
});

test.each([
  ['brackwater ag', 'brackwater jsc'],
  ['зао ромашка', 'jsc ромашка'],
  ['brackwater s.a.r.l.', 'brackwater llc'],
  ['brackwater llp', 'brackwater llp'],
  ['brackwater ab', 'brackwater ab'],
])('%s is of the class of %s', (name, expected) => {
  expect(genericLegalForm(name)).toBe(expected);
});

test('a name of nothing but a legal form keeps it', () => {
  expect(removeLegalForms('llc brackwater llc')).toBe('brackwater');
  expect(removeLegalForms('GmbH')).toBe('GmbH');
});

describe('the name without its form', () => {
  test.each([
    ['Brackwater, Inc.', 'Brackwater'],
    ['Brackwater & Co. KG', 'Brackwater'],
    ['Oy Brackwater Ab', 'Brackwater'],
    ['ОАО Ромашка', 'Ромашка'],
    ['Limited Brackwater', 'Limited Brackwater'],
    ['Brackwater Ltd Freight', 'Brackwater Ltd Freight'],
    ['A.B.C. Corp', 'A.B.C.'],
    ['Company', 'Company'],
  ])('%s', (name, expected) => {
    expect(baseName(name)).toBe(expected);
  });
});

test('two letters in the middle of a name are no legal form', () => {
  expect(genericLegalForm('brackwater as nimbus')).toBe('brackwater as nimbus');
  expect(genericLegalForm('brackwater as')).toBe('brackwater jsc');
});
