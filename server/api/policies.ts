import { type Request, type RequestHandler, type Response, Router } from 'express';
import {
  newPolicySchema,
  newPreviewSchema,
  type PolicyAnswer,
  type PolicyPreviewAnswer,
  type PolicySettingAnswer,
  type PolicySettingsAnswer,
  type PolicyVersionAnswer,
  policyQuerySchema,
} from '../contract/policies.ts';
import type { Policy } from '../decision/policy.ts';
import { must } from '../lib/assert.ts';
import { isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Policies } from '../policies/policies.ts';
import type { Preview, Previews } from '../policies/preview.ts';
import { SETTING_GROUPS, type Setting } from '../policies/setting.ts';
import { SCORE_MIN } from '../policies/settings.ts';
import type { PolicyVersion } from '../policies/store.ts';
import { valueAt } from '../policies/values.ts';
import { principalOf } from './authorise.ts';
import type { Guard } from './guard.ts';
import { jsonBody } from './json-body.ts';
import { linkHeader } from './page.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow, parseQuery } from './validate.ts';

const PATH = '/v1/policies';
const PREVIEW_PATH = `${PATH}/preview`;

export interface PoliciesRouterDeps {
  guard: Guard;
  policies: Policies;
  previews: Previews;
  /** Null where they have none. */
  nameOfActor(id: string): string | null;
}

/** `/v1/policies`: the versions of the policy, what can be set in it, and changing it. One policy holds for both modes, so a test key has no say. */
export function policiesRouter(deps: PoliciesRouterDeps): Router {
  const { guard, policies } = deps;
  const router = Router();
  const json = produces('application/json');
  const read = [...guard.allow('kyc:read', 'kyb:read', 'audit:read', 'admin'), json];
  addRoute(router, PATH, {
    get: [...read, (req, res) => list(deps, req, res)],
    post: [...guard.allow('admin'), liveOnly, json, ...jsonBody, (req, res) => change(deps, req, res)],
  });
  addRoute(router, `${PATH}/current`, {
    get: [...read, (_req, res) => void res.json(presentPolicy(deps, policies.current()))],
  });
  addRoute(router, `${PATH}/settings`, {
    get: [...read, (_req, res) => void res.json(presentSettings(policies))],
  });
  const admin = [...guard.allow('admin'), json];
  addRoute(router, PREVIEW_PATH, { post: [...admin, ...jsonBody, (req, res) => beginPreview(deps, req, res)] });
  addRoute(router, `${PREVIEW_PATH}/:id`, {
    get: [
      ...admin,
      (req, res) => {
        res.json(presentPreview(deps.previews.get(String(req.params['id']), principalOf(res).livemode)));
      },
    ],
  });
  addRoute(router, `${PATH}/:version`, {
    get: [
      ...read,
      (req, res) => {
        const text = String(req.params['version']);
        const policy = /^[1-9]\d{0,8}$/.test(text) ? policies.find(Number(text)) : null;
        if (!policy) throw new AppError('not_found', `The policy has no such version. GET ${PATH} lists them.`);
        res.json(presentPolicy(deps, policy));
      },
    ],
  });
  return router;
}

const liveOnly: RequestHandler = (_req, res, next) => {
  if (!principalOf(res).livemode) {
    throw new AppError('forbidden', 'The policy holds for live data. Use a live key with the scope admin.');
  }
  next();
};

function list(deps: PoliciesRouterDeps, req: Request, res: Response): void {
  const query = parseQuery(policyQuerySchema, req.query, 'The query is not valid. See errors.');
  const { limit = LIMITS.listPageDefault, starting_after: before } = query;
  const rows = deps.policies.list({ limit: limit + 1, before });
  const data = rows.slice(0, limit).map((version) => presentVersion(deps, version));
  const hasMore = rows.length > limit;
  const last = data.at(-1)?.version;
  if (hasMore && last !== undefined) {
    const page = { firstId: undefined, lastId: String(last), hasMore };
    const link = linkHeader(PATH, { ...(query.limit === undefined ? {} : { limit }) }, page);
    if (link) res.setHeader('Link', link);
  }
  res.json({ object: 'list', url: PATH, has_more: hasMore, data });
}

function change(deps: PoliciesRouterDeps, req: Request, res: Response): void {
  const {
    based_on: basedOn,
    note,
    changes,
  } = parseOrThrow(newPolicySchema, req.body, 'The policy cannot be changed like this. See errors.');
  const policy = deps.policies.change({ basedOn, note, changes }, principalOf(res).actorId);
  res.status(201).setHeader('Location', `${PATH}/${policy.version}`).json(presentPolicy(deps, policy));
}

function beginPreview({ previews }: PoliciesRouterDeps, req: Request, res: Response): void {
  const {
    possible_from: from = SCORE_MIN,
    list = null,
    ...offices
  } = parseOrThrow(newPreviewSchema, req.body, 'The preview is not valid. See errors.');
  const preview = previews.begin({ from, list, offices, livemode: principalOf(res).livemode });
  res.status(202).setHeader('Location', `${PREVIEW_PATH}/${preview.id}`).json(presentPreview(preview));
}

function presentPreview(preview: Preview): PolicyPreviewAnswer {
  const { id, status, list, from, offices, subjects, examined, bests } = preview;
  const first = Math.round(from * 100);
  const steps = Array.from({ length: 100 - first }, (_, at) => {
    const hundredths = first + at;
    const found = [...bests].filter(([best]) => best >= hundredths);
    return { from: hundredths / 100, subjects: found.reduce((sum, [, records]) => sum + records, 0) };
  });
  return {
    id,
    object: 'policy_preview',
    status,
    created_at: isoTime(preview.createdAtMs),
    list,
    possible_from: from,
    pep_levels: [...offices.pep_levels],
    pep_years_after_office: offices.pep_years_after_office,
    subjects,
    examined,
    complete: status === 'completed' && examined >= subjects,
    steps,
    took_ms: preview.tookMs,
  };
}

function presentPolicy(deps: PoliciesRouterDeps, policy: Policy): PolicyAnswer {
  const { policies } = deps;
  const { object: _, ...about } = presentVersion(deps, must(policies.describe(policy.version), 'a policy is stored'));
  const values = policies.settings().map(({ path }) => [path, presentValue(policy, path)] as const);
  return { object: 'policy', ...about, values: Object.fromEntries(values), policy: { ...policy } };
}

function presentVersion(deps: PoliciesRouterDeps, of: PolicyVersion): PolicyVersionAnswer {
  const { version, createdBy, note, sha256 } = of;
  return {
    object: 'policy_version',
    version,
    created_at: isoTime(of.createdAtMs),
    created_by: createdBy === 'system' ? null : { id: createdBy, name: deps.nameOfActor(createdBy) },
    note,
    current: version === deps.policies.current().version,
    sha256,
    changes: of.changes as PolicyVersionAnswer['changes'],
    links: { self: `${PATH}/${version}` },
  };
}

function presentSettings(policies: Policies): PolicySettingsAnswer {
  const [now, defaults] = [policies.current(), policies.defaults()];
  return {
    object: 'policy_settings',
    version: now.version,
    groups: Object.entries(SETTING_GROUPS).map(([name, title]) => ({ name, title })),
    settings: policies.settings().map((setting) => presentSetting(setting, now, defaults)),
  };
}

function presentSetting(setting: Setting, now: Policy, defaults: Policy): PolicySettingAnswer {
  const { path, group, kind, fixed, means } = setting;
  const number = kind === 'number' ? setting : null;
  return {
    path,
    group,
    kind,
    unit: number?.unit ?? null,
    min: number?.min ?? null,
    max: number?.max ?? null,
    step: number?.step ?? null,
    options: kind === 'enum' || kind === 'list' ? setting.options && [...setting.options] : null,
    always: kind === 'list' ? [...setting.always] : null,
    nullable: number?.nullable ?? false,
    default: presentValue(defaults, path),
    value: presentValue(now, path),
    fixed,
    means,
  };
}

const presentValue = (policy: Policy, path: string): PolicySettingAnswer['value'] =>
  valueAt(policy, path) as PolicySettingAnswer['value'];
