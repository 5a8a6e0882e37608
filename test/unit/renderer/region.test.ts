import { describe, expect, it } from 'vitest';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();
const { hourCycleOfZone, tagOf } = await import('../../../renderer/text/locale.ts');

describe('the tag by which dates are written', () => {
  it.each([
    ['en', ['en-US', 'fr-FR'], 'en-US'],
    ['fr', ['en-US', 'fr-CH'], 'fr-CH'],
    ['en', ['de-DE'], 'en-DE'],
    ['en', ['en', 'de-AT'], 'en-AT'],
    ['fr', ['fr'], 'fr'],
    ['en', [], 'en'],
  ])('of %s for a person with %j is %s', (language, tags, tag) => {
    expect(tagOf(language, tags)).toBe(tag);
  });
});

describe('the hours of a time zone', () => {
  it.each([
    ['Europe/Paris', 'h23'],
    ['Europe/Berlin', 'h23'],
    ['Asia/Tokyo', 'h23'],
    ['America/New_York', 'h12'],
    ['UTC', null],
    ['Etc/Nowhere', null],
  ])('%s are counted by %s', (zone, cycle) => {
    expect(hourCycleOfZone(zone)).toBe(cycle);
  });
});
