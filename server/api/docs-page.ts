import type { OpenApiDocument } from '../contract/openapi.ts';
import { curlOf, type SampledSchema, typescriptOf } from './docs-samples.ts';
import { DOCS_STYLE } from './docs-style.ts';

/** The parts of JSON Schema that the OpenAPI document uses. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
  description?: string;
}

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  security?: object[];
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>;
}

const QUICK_START = `<section id="quick-start"><h2>Quick start</h2>
<p>Set the address and a key, send the files, and read the result:</p>
<pre><code>API=http://127.0.0.1:8420
KEY=sk_live_...
curl "$API/v1/verifications" -H "Authorization: Bearer $KEY" \\
  -F 'applicant={"first_name":"Julien","last_name":"Lemarchal"};type=application/json' \\
  -F 'documents[]=@front.jpg' -F 'documents[]=@back.jpg' -F 'documents[]=@selfie.jpg'
curl "$API/v1/verifications/ver_..." -H "Authorization: Bearer $KEY"</code></pre>
<p>For TypeScript, generate the types once and call the API with them:</p>
<pre><code>npx openapi-typescript "$API/v1/openapi.json" -o custos.ts

import createClient from 'openapi-fetch';
import type { paths } from './custos.ts';
const client = createClient&lt;paths&gt;({ baseUrl: API, headers: { Authorization: \`Bearer \${KEY}\` } });</code></pre>
<p>The manual explains <a href="/manual/en/api">keys, errors, pages and limits</a>, <a href="/manual/en/webhooks">webhooks</a> and
<a href="/manual/en/reference/codes">every code</a>.</p></section>`;

/**
 * Renders the whole API reference as one page that works offline and prints.
 * @param script the address of the search script; null if the page has no search
 */
export function renderDocs(document: OpenApiDocument, script: string | null): string {
  const operations = listOperations(document);
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>);
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? ''))];
  const title = `${document.info.title} ${document.info.version}`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title><style>${DOCS_STYLE}</style>`,
    script === null ? '' : `<script type="module" src="${escapeHtml(script)}"></script>`,
    '</head><body>',
    `<header><h1>${escapeHtml(title)}</h1><p>${escapeHtml(document.info.description ?? '')}</p>`,
    '<p>Send <code>Authorization: Bearer &lt;API key&gt;</code> if the route requires a scope. The same reference in OpenAPI format: <a href="/v1/openapi.json">openapi.json</a>. See also <a href="#schemas">schemas</a>.</p>',
    script === null
      ? ''
      : '<p><input type="search" aria-label="Search" placeholder="Search the reference" autocomplete="off"> <span role="status"></span></p>',
    QUICK_START,
    '</header>',
    `<nav aria-label="Contents">${tags.map((tag) => renderContents(tag, operations)).join('')}</nav><main>`,
    ...operations.map((one) => renderOperation(one, document)),
    '<h2 id="schemas">Schemas</h2>',
    ...schemas.map(([name, schema]) => renderSchema(name, schema)),
    '</main></body></html>',
  ].join('\n');
}

type ListedOperation = ReturnType<typeof listOperations>[number];

function listOperations(document: OpenApiDocument) {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({ path, method, operation })),
  );
}

function renderContents(tag: string, operations: ListedOperation[]): string {
  const items = operations.filter(({ operation }) => operation.tags?.[0] === tag);
  const links = items.map(
    ({ path, method, operation }) =>
      `<li><a href="#${escapeHtml(operation.operationId ?? '')}">${escapeHtml(operation.summary ?? '')}</a> <code>${method.toUpperCase()} ${escapeHtml(path)}</code></li>`,
  );
  return `<h2>${escapeHtml(tag)}</h2><ul>${links.join('')}</ul>`;
}

function renderOperation({ path, method, operation }: ListedOperation, document: OpenApiDocument): string {
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  const sampled = {
    method,
    path,
    needsKey: JSON.stringify(operation.security ?? []).includes('bearer'),
    body: body ? { type: body[0], schema: (body[1].schema ?? {}) as SampledSchema } : null,
    schemas: (document.components?.schemas ?? {}) as Record<string, SampledSchema>,
  };
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  return [
    `<section id="${escapeHtml(operation.operationId ?? '')}"><h2>${escapeHtml(operation.summary ?? '')}</h2>`,
    `<p class="call"><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code></p>`,
    `<p>${escapeHtml(operation.description ?? '').replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`,
    renderParameters(operation.parameters ?? []),
    ...bodies.map(
      ([type, { schema }]) => `<h3>Body</h3><p><code>${escapeHtml(type)}</code>: ${renderType(schema)}</p>`,
    ),
    '<h3>Responses</h3>',
    renderTable(
      ['Status', 'When', 'Body'],
      Object.entries(operation.responses ?? {}).map(([status, response]) => [
        `<code>${status}</code>`,
        escapeHtml(response.description ?? ''),
        Object.values(response.content ?? {})
          .map(({ schema }) => renderType(schema))
          .join(''),
      ]),
    ),
    `<details><summary>Samples</summary><pre><code>${escapeHtml(curlOf(sampled))}</code></pre>`,
    `<pre><code>${escapeHtml(typescriptOf(sampled))}</code></pre></details>`,
    '</section>',
  ].join('\n');
}

function renderParameters(parameters: Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required, schema, description }) => [
    `<code>${escapeHtml(name)}</code>${required ? ' required' : ''}`,
    escapeHtml(place),
    renderType(schema),
    escapeHtml(description ?? schema?.description ?? ''),
  ]);
  return `<h3>Parameters</h3>${renderTable(['Name', 'In', 'Form', ''], rows)}`;
}

function renderSchema(name: string, schema: Schema): string {
  const properties = Object.entries(schema.properties ?? {});
  const rows = properties.map(([field, form]) => [
    `<code>${escapeHtml(field)}</code>${schema.required?.includes(field) ? ' required' : ''}`,
    renderType(form),
    escapeHtml(form.description ?? ''),
  ]);
  const body = rows.length > 0 ? renderTable(['Field', 'Form', ''], rows) : `<p>${renderType(schema)}</p>`;
  const text = schema.description ? `<p>${escapeHtml(schema.description)}</p>` : '';
  return `<section id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${text}${body}</section>`;
}

function renderType(schema: Schema | undefined): string {
  if (!schema) return '';
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(renderType).join(' or ');
  if (schema.enum) return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ');
  if (schema.const !== undefined) return `<code>${escapeHtml(String(schema.const))}</code>`;
  if (schema.type === 'array') return `array of ${renderType(schema.items)}`;
  if (schema.properties) {
    const members = Object.entries(schema.properties).map(
      ([name, form]) => `<code>${escapeHtml(name)}</code> ${renderType(form)}`,
    );
    return `object (${members.join(', ')})`;
  }
  if (typeof schema.additionalProperties === 'object' && Object.keys(schema.additionalProperties).length > 0) {
    return `object of ${renderType(schema.additionalProperties)}`;
  }
  const type = [schema.type ?? 'any'].flat().join(' or ');
  return escapeHtml(schema.format ? `${type} (${schema.format})` : type);
}

function renderTable(heads: string[], rows: string[][]): string {
  const cells = (tag: string, texts: string[]) => texts.map((text) => `<${tag}>${text}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('');
  return `<div class="table"><table><thead><tr>${cells('th', heads)}</tr></thead><tbody>${body}</tbody></table></div>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
