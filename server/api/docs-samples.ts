/** The parts of an OpenAPI operation that go into a sample. */
export interface SampledSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  items?: SampledSchema;
  properties?: Record<string, SampledSchema>;
  required?: string[];
  anyOf?: SampledSchema[];
  oneOf?: SampledSchema[];
}

export interface SampledOperation {
  method: string;
  path: string;
  needsKey: boolean;
  /** Media type and schema of the body; null if there is no body. */
  body: { type: string; schema: SampledSchema } | null;
  schemas: Readonly<Record<string, SampledSchema>>;
}

/** Sample values by string format. */
const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '1984-03-17',
  'date-time': '2026-01-31T09:00:00Z',
  uuid: '7f3f1c0e-6c43-4ed6-9d0b-0f7f4f0f5a11',
  uri: 'http://127.0.0.1:9000/hook',
  email: 'a@example.com',
};
/** Maximum nesting depth of a schema in a sample. */
const DEPTH_MAX = 4;

/** Returns the call as a curl command. `$API` is the appliance's address, `$KEY` an API key. */
export function curlOf({ method, path, needsKey, body, schemas }: SampledOperation): string {
  const verb = method === 'get' || (method === 'post' && body) ? '' : `-X ${method.toUpperCase()} `;
  const key = needsKey ? ' -H "Authorization: Bearer $KEY"' : '';
  const call = `curl ${verb}"$API${path.replaceAll(/\{(\w+)\}/g, '$${$1}')}"${key}`;
  if (!body) return call;
  if (body.type === 'application/json')
    return `${call} \\\n  -H 'Content-Type: application/json' -d '${JSON.stringify(exampleOf(body.schema, schemas))}'`;
  if (body.type !== 'multipart/form-data') return `${call} \\\n  -H 'Content-Type: ${body.type}' --data-binary @file`;
  const parts = Object.entries(resolved(body.schema, schemas).properties ?? {}).filter(
    ([name, form], i) => i === 0 || isFile(form, schemas) || resolved(body.schema, schemas).required?.includes(name),
  );
  return [call, ...parts.map(([name, form]) => `-F '${partOf(name, form, schemas)}'`)].join(' \\\n  ');
}

/** Returns the call in TypeScript, with openapi-fetch and the types that openapi-typescript generates from `/v1/openapi.json`. */
export function typescriptOf({ method, path, body, schemas }: SampledOperation): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const options = [
    ...(names.length > 0 ? [`params: { path: { ${names.join(', ')} } }`] : []),
    ...(body?.type === 'application/json' ? [`body: ${JSON.stringify(exampleOf(body.schema, schemas), null, 1)}`] : []),
    ...(body && body.type !== 'application/json' ? ['body: form, bodySerializer: (form) => form'] : []),
  ];
  const given = options.length > 0 ? `, { ${options.join(', ')} }` : '';
  return `const { data, error } = await client.${method.toUpperCase()}('${path}'${given});`;
}

function partOf(name: string, form: SampledSchema, schemas: SampledOperation['schemas']): string {
  if (isFile(form, schemas)) return `${name}=@file.jpg`;
  const value = exampleOf(form, schemas);
  return typeof value === 'object' ? `${name}=${JSON.stringify(value)};type=application/json` : `${name}=${value}`;
}

function isFile(form: SampledSchema, schemas: SampledOperation['schemas']): boolean {
  const schema = resolved(form, schemas);
  return (
    schema.format === 'binary' || (schema.items !== undefined && resolved(schema.items, schemas).format === 'binary')
  );
}

/** Returns a value that fits the schema: its example, or only its required parts. */
function exampleOf(form: SampledSchema, schemas: SampledOperation['schemas'], depth = 0): unknown {
  const schema = resolved(form, schemas);
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices?.[0]) return exampleOf(choices[0], schemas, depth);
  if (schema.properties) {
    const wanted = depth >= DEPTH_MAX ? [] : Object.entries(schema.properties);
    const required = wanted.filter(([name]) => schema.required?.includes(name));
    const shown = required.length > 0 ? required : depth === 0 ? wanted.slice(0, 2) : [];
    return Object.fromEntries(shown.map(([name, one]) => [name, exampleOf(one, schemas, depth + 1)]));
  }
  const type = [schema.type].flat().find((one) => one !== 'null');
  if (type === 'array') return schema.items && depth < DEPTH_MAX ? [exampleOf(schema.items, schemas, depth + 1)] : [];
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  if (type === 'object') return {};
  return BY_FORMAT[schema.format ?? ''] ?? '...';
}

function resolved(schema: SampledSchema, schemas: SampledOperation['schemas']): SampledSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemas[name] ?? {});
}
