import type { HubBranch } from '../../../server/contract/hub-console.ts';
import { Pill, type Tone } from '../../parts/values.tsx';
import { linkTo } from '../place.ts';
import { hubWord } from '../text/text.ts';

const TONES: Readonly<Record<HubBranch['state'], Tone>> = { active: 'good', quarantined: 'warn', revoked: 'bad' };

/** The state of a branch, and why. */
export function BranchState({ of: { state, reason } }: { of: Pick<HubBranch, 'state' | 'reason'> }) {
  return (
    <>
      <Pill tone={TONES[state]}>{hubWord('state', state)}</Pill>{' '}
      {reason !== null && <span class="small faint">{hubWord('reason', reason)}</span>}
    </>
  );
}

/** Returns the names of branches by their ids. */
export const namesOf = (branches: readonly Pick<HubBranch, 'id' | 'name'>[]): ReadonlyMap<string, string> =>
  new Map(branches.map(({ id, name }) => [id, name]));

/** A link to a branch with its name; the id if the operator may not see it. */
export function BranchLink({ id, names }: { id: string; names: ReadonlyMap<string, string> }) {
  const name = names.get(id);
  return name === undefined ? <code dir="ltr">{id}</code> : <a href={linkTo('branches', id)}>{name}</a>;
}

/** The warnings that a branch reported, in words. */
export function Warnings({ of }: { of: readonly string[] }) {
  if (of.length === 0) return <>–</>;
  return (
    <span class="hub-words">
      {of.map((code) => (
        <Pill key={code} tone="warn">
          {hubWord('warning', code)}
        </Pill>
      ))}
    </span>
  );
}
