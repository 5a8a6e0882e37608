import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { z } from 'zod';
import type { searchedListSchema } from '../../server/contract/checks.ts';
import {
  entityLabel,
  fieldLabel,
  fieldValue,
  formatCountry,
  formatDay,
  formatNumber,
  formatShare,
  hitReason,
  nameKindLabel,
  plural,
  t,
  textFor,
  topicLabel,
} from '../text/text.ts';
import {
  type HitAnswer,
  type HitFact,
  hitFactors,
  hitFacts,
  officeText,
  ruledOutText,
  type TokenPair,
  tokenPairs,
} from './hit.ts';
import { type Deciding, HitDecide } from './hit-decide.tsx';
import { factList, Pill, Scale, Table, type Tone, When } from './values.tsx';
import './hit-card.css';

interface HitCardProps {
  hit: HitAnswer;
  /** The searched name; null: not shown. */
  asked: string | null;
  /** The company's party that it is about. */
  party?: ComponentChildren;
  /** How a decision on the hit is sent. Without it no decision is possible. */
  decide?: Deciding | false;
}

/** Explains a hit on a list: the searched and the found name word by word, what else matches or contradicts, and the decision. */
export function HitCard({ hit, asked, party, decide }: HitCardProps) {
  const id = useId();
  const factors = hitFactors(hit).map(({ name }) => textFor(`hit.${name}`) ?? name);
  return (
    <article class="hit stack gap-10" aria-labelledby={id}>
      <header class="row wrap">
        <h3 id={id} class="breaks" dir="auto">
          {hit.entity.name}
        </h3>
        <HitState hit={hit} />
        {hit.entity.topics.map((topic) => (
          <Pill key={topic}>{topicLabel(topic)}</Pill>
        ))}
        <span class="strong numeric pushed">{formatNumber(hit.score)}</span>
      </header>
      {party && <p class="faint">{party}</p>}
      <Scale
        score={hit.score}
        label={t('hit.score')}
        marks={hit.threshold === undefined ? [] : [{ at: hit.threshold, label: t('hit.threshold') }]}
      />
      <TokenTable asked={asked} found={hit.matched_name} pairs={tokenPairs(hit)} />
      <HitFactTable facts={hitFacts(hit)} />
      {factors.length > 0 && <p class="small faint">{factors.join(' · ')}</p>}
      {factList(entityFacts(hit, asked))}
      <HitMedia entity={hit.entity} />
      {hit.ruled_out?.reasons.map((reason) => (
        <p key={ruledOutText(reason)}>{ruledOutText(reason)}</p>
      ))}
      <HitVerdict hit={hit} />
      {decide && <HitDecide hit={hit} {...decide} />}
    </article>
  );
}

function HitState({ hit }: { hit: HitAnswer }) {
  if (hit.decision?.decision === 'confirmed') return <Pill tone="bad">{t('hit.confirmed')}</Pill>;
  if (hit.decision?.decision === 'dismissed' || hit.dismissed) return <Pill tone="good">{t('hit.dismissed')}</Pill>;
  if (hit.ruled_out?.whole && !hit.decision) return <Pill>{t('hit.ruled_out')}</Pill>;
  if (hit.strength === 'confirmed') return <Pill tone="bad">{t('hit.sure')}</Pill>;
  return <Pill tone="warn">{t('hit.possible')}</Pill>;
}

function entityFacts(hit: HitAnswer, asked: string | null) {
  const { entity, list, matched_name: found, matched_name_kind: kind, matched_name_quality: quality } = hit;
  const name = [kind && nameKindLabel(kind), quality === 'weak' && t('hit.weak')].filter(Boolean).join(', ');
  return [
    [t('hit.name_asked'), asked && <bdi>{asked}</bdi>],
    [t('hit.name_kind'), <NameFound key="found" name={found} kind={name} />],
    [t('label.list'), `${list.name}, ${t('hit.version', { version: list.version })}`],
    [t('hit.kind'), entityLabel(entity.type)],
    [t('entry.birth_dates'), entity.birth_dates.map((date) => fieldValue('dob', date)).join(', ')],
    [t('entry.countries'), entity.countries.map(formatCountry).join(', ')],
    [t('entry.roles'), lines(entity.roles?.map(officeText))],
    [t('entry.programs'), entity.programs.join(', ')],
  ] as const;
}

/** Shows each text on its own line; null if there is none. */
function lines(texts: readonly string[] = []) {
  return texts.length === 0 ? null : [...new Set(texts)].map((text) => <div key={text}>{text}</div>);
}

function NameFound({ name, kind }: { name: string; kind: string }) {
  return (
    <>
      <bdi>{name}</bdi> {kind && <span class="faint">({kind})</span>}
    </>
  );
}

/** Shows the reviewer's decision on it, from now or from an earlier check. */
function HitVerdict({ hit: { decision, dismissed } }: { hit: HitAnswer }) {
  const said = decision ?? (dismissed && { ...dismissed, decided_at: dismissed.at, note: null });
  if (!said) return null;
  return (
    <p class="hit-verdict faint">
      {hitReason(said.reason)} · <When at={said.decided_at} />
      {said.expires_at && (
        <>
          {' · '}
          {t('hit.until')} <When at={said.expires_at} />
        </>
      )}
      {said.note && <q>{said.note}</q>}
    </p>
  );
}

/** Shows the media reports of a hit's entry, each with the passage that names it. Addresses are plain text: the appliance opens none. */
function HitMedia({ entity: { media = [], media_count: count = media.length } }: Pick<HitAnswer, 'entity'>) {
  if (media.length === 0) return null;
  return (
    <section class="hit-media stack gap-10">
      <h4>{t('hit.media')}</h4>
      {media.map(({ source, date, title, url, passage }, at) => (
        // A report has no unique value, and the order never changes.
        <figure key={at}>
          <figcaption>
            {[title, source, date && fieldValue('date', date)].filter(Boolean).join(' · ')}
            {url && <span class="faint"> {url}</span>}
          </figcaption>
          {passage && <blockquote dir="auto">{passage}</blockquote>}
        </figure>
      ))}
      {count > media.length && (
        <p class="small faint">{t('hit.media_more', { more: formatNumber(count - media.length) })}</p>
      )}
    </section>
  );
}

/** Shows both names with their words aligned, and the similarity of each pair. */
function TokenTable({ asked, found, pairs }: { asked: string | null; found: string; pairs: readonly TokenPair[] }) {
  return (
    <div class="token-frame" tabIndex={0} role="region" aria-label={t('hit.words')}>
      <table class="tokens">
        <caption class="unseen">{t('hit.words')}</caption>
        <tbody>
          <tr>
            <th scope="row">{t('hit.asked')}</th>
            {pairs.map((pair, i) => (
              <td key={i} dir="auto">
                {pair.asked || '–'}
              </td>
            ))}
            {pairs.length === 0 && <td dir="auto">{asked ?? '–'}</td>}
          </tr>
          <tr>
            <th scope="row">{t('hit.found')}</th>
            {pairs.map((pair, i) => (
              <td key={i} class={pair.similarity} dir="auto">
                {pair.found || '–'}
              </td>
            ))}
            {pairs.length === 0 && <td dir="auto">{found}</td>}
          </tr>
          {pairs.some(({ rule }) => rule) && (
            <tr class="small">
              <th scope="row">{t('label.why')}</th>
              {pairs.map(({ rule }, i) => (
                <td key={i}>{rule && t(`hit.rule_${rule}`)}</td>
              ))}
            </tr>
          )}
          {pairs.length > 0 && (
            <tr class="small">
              <th scope="row">{t('hit.similarity')}</th>
              {pairs.map((pair, i) => (
                <td key={i}>{pair.similarity === 'missing' ? t('hit.missing') : formatShare(pair.score)}</td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

const TONES: Readonly<Record<HitFact['verdict'], Tone>> = { agrees: 'bad', contradicts: 'good', open: 'calm' };

/** Compares the known facts of both apart from the name. A match is evidence for the hit, so it has a warning colour. */
function HitFactTable({ facts }: { facts: readonly HitFact[] }) {
  if (facts.length === 0) return null;
  return (
    <Table
      class="hit-facts"
      caption={t('hit.facts')}
      frame={null}
      rows={facts}
      keyOf={({ name }) => name}
      named
      columns={[
        [t('hit.fact'), ({ name }) => fieldLabel(name)],
        [t('hit.asked'), ({ name, asked }) => <div dir="auto">{fieldValue(name, asked)}</div>],
        [t('hit.found'), ({ name, found }) => <div dir="auto">{fieldValue(name, found)}</div>],
        [
          t('hit.verdict'),
          ({ verdict, agreement }) => (
            <Pill tone={TONES[verdict]}>{t(agreement ? `hit.born_${agreement}` : `hit.${verdict}`)}</Pill>
          ),
        ],
        [t('label.points'), ({ contribution }) => formatNumber(contribution), 'numeric'],
      ]}
    />
  );
}

/** The searched lists, or the available lists if nothing could be searched; expandable. */
interface SearchedListsProps {
  lists: readonly z.output<typeof searchedListSchema>[];
  searched?: boolean;
}

export function SearchedLists({ lists, searched = true }: SearchedListsProps) {
  if (lists.length === 0) return null;
  return (
    <details>
      <summary>{searched ? plural('hits.lists', lists.length) : t('hits.lists_unsearched')}</summary>
      <ul class="lists">
        {lists.map((list) => (
          <li key={list.id}>
            {list.name}{' '}
            <span class="faint">
              {t('hits.list', { day: formatDay(list.dated), entries: formatNumber(list.entries) })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
