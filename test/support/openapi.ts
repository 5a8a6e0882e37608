import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { makeOpenApi, type OpenApiDocument } from '../../server/contract/openapi.ts';

interface Media {
  schema?: AnySchema;
}
interface Described {
  responses?: Record<string, { content?: Record<string, Media> }>;
}

const document: OpenApiDocument = makeOpenApi('test');
const validators = new Map<string, ValidateFunction>();
const bySchema = new Map<string, ValidateFunction>();
/** Each part of the document is compiled once and without optimization, because one process checks few answers. */
const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
const addFormats = addFormatsModule as unknown as (instance: Ajv2020) => void;
addFormats(ajv);
ajv.addSchema({ $id: 'openapi', components: document.components });

/**
 * Throws unless the OpenAPI document describes this answer: the path template (`/v1/verifications/{id}`), the method,
 * the status, and a body that its schema accepts. Properties that the schema does not list are refused too.
 */
export function assertMatchesOpenApi(method: string, pathTemplate: string, status: number, body: unknown): void {
  const name = `${method.toUpperCase()} ${pathTemplate} ${status}`;
  const validate = validators.get(name) ?? compile(name, method, pathTemplate, status);
  validators.set(name, validate);
  if (validate(body)) return;
  const faults = (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath || '/', message, JSON.stringify(params)].join(' '),
  );
  throw new Error(`${name} does not match the OpenAPI document:\n${faults.join('\n')}`);
}

function compile(name: string, method: string, pathTemplate: string, status: number): ValidateFunction {
  const item = document.paths?.[pathTemplate] as Record<string, Described> | undefined;
  const response = item?.[method.toLowerCase()]?.responses?.[String(status)];
  if (!response) throw new Error(`${name} is not in the OpenAPI document`);
  const schema = Object.values(response.content ?? {})[0]?.schema ?? true;
  // References within the document, rewritten for use from outside it.
  const relocated = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
  const compiled = bySchema.get(relocated) ?? ajv.compile(JSON.parse(relocated) as AnySchema);
  bySchema.set(relocated, compiled);
  return compiled;
}
