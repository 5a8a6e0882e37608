import { nameOfActor } from '../access/actors.ts';
import type { Appliance } from '../appliance/appliance.ts';
import type { Policy } from '../checks/policy.ts';
import type {
  PolicyAnswer,
  PolicyPreviewAnswer,
  PolicySettingsAnswer,
  PolicyVersionAnswer,
  policyRoutes,
} from '../contract/policies.ts';
import { must } from '../lib/assert.ts';
import { isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Policies } from '../policies/policies.ts';
import type { Preview } from '../policies/preview.ts';
import { SCORE_MIN } from '../policies/settings.ts';
import type { PolicyVersion } from '../policies/store.ts';
import { Reply } from './call.ts';
import type { Handlers } from './mount.ts';
import { linkHeader } from './page.ts';
import { presentGroups, presentSetting, presentValue } from './policy-settings.ts';

const PATH = '/v1/policies';

type Deps = Pick<Appliance, 'policies' | 'previews' | 'access'>;

/** Routes for the policy: its versions, its settings, and changing it. One policy covers both modes, so a test key has no access. */
export function policyHandlers(deps: Deps): Handlers<typeof policyRoutes> {
  const { policies, previews } = deps;
  return {
    listPolicies(call) {
      const { limit, starting_after: before } = call.query;
      const size = limit ?? LIMITS.listPageDefault;
      const rows = policies.list({ limit: size + 1, before });
      const data = rows.slice(0, size).map((version) => presentVersion(deps, version));
      const hasMore = rows.length > size;
      // The pages lead to older versions only, never back.
      const page = { firstId: undefined, lastId: String(data.at(-1)?.version), hasMore };
      const link = hasMore ? linkHeader(PATH, limit === undefined ? {} : { limit }, page) : null;
      if (link) call.res.setHeader('Link', link);
      return { object: 'list', url: PATH, has_more: hasMore, data };
    },
    changePolicy(call) {
      const { based_on: basedOn, note, changes } = call.body;
      const policy = policies.change({ basedOn, note, changes }, call.actor);
      return new Reply(presentPolicy(deps, policy), { location: `${PATH}/${policy.version}` });
    },
    getCurrentPolicy: () => presentPolicy(deps, policies.current()),
    listPolicySettings: () => presentSettings(policies),
    previewPolicy(call) {
      const { possible_from: from = SCORE_MIN, list = null, ...offices } = call.body;
      const preview = previews.begin({ from, list, offices, livemode: call.livemode });
      return new Reply(presentPreview(preview), { location: `${call.path}/${preview.id}` });
    },
    getPolicyPreview: (call) => presentPreview(previews.get(call.id, call.livemode)),
    getPolicy(call) {
      const text = call.param('version');
      const policy = /^[1-9]\d{0,8}$/.test(text) ? policies.find(Number(text)) : null;
      if (policy) return presentPolicy(deps, policy);
      throw new AppError('not_found', `The policy has no version with this number. GET ${PATH} lists the versions.`);
    },
  };
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

function presentPolicy(deps: Deps, policy: Policy): PolicyAnswer {
  const { policies } = deps;
  const { object: _, ...about } = presentVersion(deps, must(policies.describe(policy.version), 'a policy is stored'));
  const values = policies.settings().map(({ path }) => [path, presentValue(policy, path)] as const);
  return { object: 'policy', ...about, values: Object.fromEntries(values), policy: { ...policy } };
}

function presentVersion(deps: Deps, of: PolicyVersion): PolicyVersionAnswer {
  const { version, createdBy, note, sha256 } = of;
  return {
    object: 'policy_version',
    version,
    created_at: isoTime(of.createdAtMs),
    created_by: createdBy === 'system' ? null : { id: createdBy, name: nameOfActor(deps.access, createdBy) },
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
    groups: presentGroups(),
    settings: policies.settings().map((setting) => presentSetting(setting, now, defaults)),
  };
}
