import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, it } from 'vitest';
import { makeOpenApi } from '../../../server/contract/openapi.ts';
import { inWholeRunAlone } from '../../support/long.ts';

/**
 * An id begins with the prefix of its kind (`lst_`, `reg_`, `tru_`), so no id equals `imports`. Where two paths fit, the one
 * without a parameter there applies (OpenAPI 3.1, Paths Object).
 */
const NOT_AMBIGUOUS = ['watchlists', 'registries', 'trust-lists'].map(
  (name) => `/v1/${name}/{id}/activate\` and \`/v1/${name}/imports/{id}`,
);

/** A browser comes there from another server's page and is always sent on (303): there is no answer to read. */
const ONLY_REDIRECTS =
  'operation-2xx-response: Operation must have at least one `2XX` response. #/paths/~1session~1directory~1callback/';

it("the OpenAPI document passes Redocly's recommended rules", inWholeRunAlone('3 s'), async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(makeOpenApi('test')), config });
  const told = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  const known = [...NOT_AMBIGUOUS, ONLY_REDIRECTS];
  expect(told.filter((problem) => !known.some((one) => problem.includes(one)))).toEqual([]);
  expect(told).toHaveLength(known.length);
});

it("the OpenAPI document passes Spectral's rules for OpenAPI", inWholeRunAlone('10 s'), async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[oas as spectral.RulesetDefinition, 'recommended']] });
  const problems = await linter.run(JSON.stringify(makeOpenApi('test')));
  expect(problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`)).toEqual([]);
});
