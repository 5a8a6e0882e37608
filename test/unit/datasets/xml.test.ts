import { expect, test } from 'vitest';
import { headElements, readElements, rootOf } from '../../../server/datasets/xml.ts';
import type { XmlElement } from '../../../server/datasets/xml-element.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { listFile, refusalOf } from '../screening/formats/list-file.ts';

const LIST = `<?xml version="1.0" encoding="UTF-8"?>
<!-- invented -->
<s:list xmlns:s="urn:example" dateGenerated="2026-02-03">
  <info><date>01/02/2026</date></info>
  <s:entry s:id=" 1 "><name>Grüne
    &amp; Söhne</name><akas><aka><![CDATA[<GS>]]></aka><aka/><aka>G S</aka></akas></s:entry>
  <entry id="2">before<entry id="inner"/>after</entry>
</s:list>
`;

async function elementsOf(content: string | Buffer, wanted: string[], chunkBytes?: number): Promise<XmlElement[]> {
  const elements: XmlElement[] = [];
  for await (const element of readElements(listFile('list.xml', content, chunkBytes), wanted)) elements.push(element);
  return elements;
}

test.each([64 * 1024, 7, 1])('wanted elements come as trees, read in pieces of %i bytes', async (chunkBytes) => {
  const [root, info, first, second, ...others] = await elementsOf(LIST, ['entry', 'info', 'list'], chunkBytes);
  expect(others).toEqual([]);
  expect([root?.name, { ...root?.attributes }, root?.children]).toEqual(['list', { dateGenerated: '2026-02-03' }, []]);
  expect(info?.childText('date')).toBe('01/02/2026');
  expect([first?.attribute('id'), first?.childText('name'), first?.line]).toEqual(['1', 'Grüne & Söhne', 5]);
  expect(first?.texts('akas', 'aka')).toEqual(['<GS>', 'G S']);
  expect(first?.all('akas', 'aka')).toHaveLength(3);
  expect([first?.child('none'), first?.childText('none'), first?.attribute('none')]).toEqual([undefined, '', '']);
  expect([second?.text, second?.children[0]?.attribute('id'), second?.line]).toEqual(['beforeafter', 'inner', 7]);
});

test.each([
  ['cut off in the text', LIST.slice(0, LIST.indexOf('after')), 7, 'the file ends inside <entry>: it was cut off'],
  ['cut off in a tag', LIST.slice(0, LIST.indexOf('<info>') + 3), 4, 'the file ends inside <s:list>: it was cut off'],
  ['cut off in the first tag', LIST.slice(0, LIST.indexOf('dateG')), 3, 'the file ends in the middle: it was cut off'],
  ['cut off before the first tag', LIST.slice(0, LIST.indexOf('<s:list')), 3, 'the file ends before any element'],
  ['an end tag too many', `${LIST}</info>`, 9, '</info> closes an element that was never opened'],
  ['crossed tags', LIST.replace('</date></info>', '</info></date>'), 4, 'an end tag does not match its element'],
  ['text behind the end', `${LIST}more`, 9, 'there is text outside the outermost element'],
  ['a second root', `${LIST}<list/>`, 9, 'the XML is damaged (documents may contain only one root)'],
  ['a control character', LIST.replace('after', '\u0001'), 7, 'a character that XML does not allow'],
  ['a foreign entity', LIST.replace('&amp;', '&constructor;'), 6, 'an entity (&...;) that is not defined'],
  ['an attribute without quotes', LIST.replace('"2"', '2'), 7, 'the XML is damaged (unquoted attribute value)'],
])('%s is refused with the line', async (_, content, line, reason) => {
  const refusal = await refusalOf(elementsOf(content, ['entry']));
  expect(refusal).toContain(`list_invalid: list.xml, line ${line}: `);
  expect(refusal).toContain(reason);
});

test('declared entities are refused, a plain document type is not', async () => {
  const bomb = LIST.replace('<!-- invented -->', '<!DOCTYPE list [<!ENTITY a "aaaa"> <!ENTITY b "&a;&a;">]>');
  expect(await refusalOf(elementsOf(bomb, ['entry']))).toContain('line 2: the file declares its own entities');
  const plain = LIST.replace('<!-- invented -->', '<!DOCTYPE list SYSTEM "list.dtd">');
  expect(await elementsOf(plain, ['entry'])).toHaveLength(2);
});

test('depth and size have their limits', inWholeRunAlone('1 s'), async () => {
  const deep = `${'<a>'.repeat(LIMITS.listDepthMax + 1)}${'</a>'.repeat(LIMITS.listDepthMax + 1)}`;
  expect(await refusalOf(elementsOf(deep, []))).toContain(`more than ${LIMITS.listDepthMax} levels deep`);
  const long = 'x'.repeat(LIMITS.listRowBytesMax + 1);
  const tooLong = `a text, tag or comment is longer than ${LIMITS.listRowBytesMax} characters`;
  for (const content of [`<a>${long}</a>`, `<a b="${long}"/>`, `<!--${long}--><a/>`, `<!DOCTYPE a "${long}"><a/>`]) {
    expect(await refusalOf(elementsOf(content, []))).toContain(tooLong);
  }
  const many = `<b>${'<c>ten chars.</c>'.repeat(LIMITS.listRowBytesMax / 16)}</b>`;
  expect(await refusalOf(elementsOf(`<a>${many}</a>`, ['b']))).toContain('<b> is longer than');
  expect(await elementsOf(`<a>${many}</a>`, ['c'])).toHaveLength(LIMITS.listRowBytesMax / 16);
});

test('other encodings are read where the file names them, and nothing is guessed', async () => {
  const name = async (content: Buffer): Promise<string> => (await elementsOf(content, ['b']))[0]?.text ?? '';
  const xml = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>\n<a>\n<b>Müller</b></a>`;
  expect(await name(Buffer.from(xml('ISO-8859-1'), 'latin1'))).toBe('Müller');
  expect(await name(Buffer.from(`\ufeff${xml('utf-8')}`))).toBe('Müller');
  expect(await name(Buffer.from(`\ufeff${xml('UTF-16')}`, 'utf16le'))).toBe('Müller');
  expect(rootOf(listFile('list.xml', Buffer.from(`\ufeff${xml('UTF-16')}`, 'utf16le')))?.name).toBe('a');
  expect(await refusalOf(name(Buffer.from(xml('UTF-8'), 'latin1')))).toContain(
    'line 3: a character is not valid UTF-8, which the file declares as its encoding.',
  );
  expect(await refusalOf(name(Buffer.from(xml('EBCDIC-US'))))).toContain(
    'line 1: the encoding EBCDIC-US is not supported',
  );
  expect(rootOf(listFile('list.xml', xml('EBCDIC-US')))).toBeNull();
});

test('a head tells what a file is without reading it', () => {
  const file = listFile('list.xml', LIST);
  expect(rootOf(file)?.attribute('dateGenerated')).toBe('2026-02-03');
  expect(headElements(file, ['info', 'list']).map(({ name }) => name)).toEqual(['list', 'info']);
  const cutOff = listFile('list.xml', LIST.slice(0, LIST.indexOf('<entry')));
  expect(headElements(cutOff, ['entry']).map((element) => element.attribute('id'))).toEqual(['1']);
  expect(rootOf(listFile('list.csv', 'name,type\nA,person\n'))).toBeNull();
  expect(headElements(listFile('broken.xml', '<a><b>1</b></c>'), ['b']).map(({ text }) => text)).toEqual(['1']);
});
