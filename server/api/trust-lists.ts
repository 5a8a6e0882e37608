import type { z } from 'zod';
import type { Appliance } from '../appliance/appliance.ts';
import type { trustUploadSchema } from '../contract/dataset-uploads.ts';
import { named } from '../contract/route.ts';
import type { TrustCertificateAnswer, TrustListAnswer, trustListRoutes } from '../contract/trust-lists.ts';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import { invalidField } from '../lib/errors.ts';
import { given } from '../lib/given.ts';
import { ageOfTrustList } from '../trust/age.ts';
import { compareEntries } from '../trust/compare.ts';
import { coverageOf } from '../trust/coverage.ts';
import type { TrustOptions } from '../trust/options.ts';
import { unconfirmedOf } from '../trust/rests-on.ts';
import {
  activeTrustVersion,
  getTrustVersion,
  type ListedEntry,
  listEntries,
  listTrustVersions,
} from '../trust/store/versions.ts';
import type { TrustVersion } from '../trust/types.ts';
import { Reply } from './call.ts';
import { filesWithin, presentVersion, versionHandlers } from './datasets.ts';
import type { Handlers } from './mount.ts';

type Deps = Pick<Appliance, 'clock' | 'config' | 'db' | 'trustLists'>;

/** Routes for trust lists: stage, compare, confirm and activate, and what the active ones cover. They serve live and test data alike. */
export function trustListHandlers({ clock, config, db, trustLists }: Deps): Handlers<typeof trustListRoutes> {
  const present = (version: TrustVersion): TrustListAnswer => ({
    ...presentTrustList(version, clock.now()),
    to_confirm: unconfirmedOf(db, version).map((item) => presentFacts(item)),
  });
  return {
    ...named(
      'TrustList',
      versionHandlers({
        ...trustLists,
        prefix: 'tru',
        noun: 'list',
        present,
        get: (id) => getTrustVersion(db, id),
        versionsOf: (code) => listTrustVersions(db, code),
      }),
    ),
    async importTrustList(call) {
      const { paths, ...said } = call.body;
      const files = await filesWithin(config.listsDir, paths);
      const { version, created } = await trustLists.importTrustList(
        { paths: files, ...trustOptions(said) },
        call.actor,
      );
      return new Reply(present(version), { status: created ? 201 : 200 });
    },
    activateTrustList: async (call) =>
      present(await trustLists.activate(call.id, call.actor, call.body.fingerprints ?? [])),
    getTrustCoverage() {
      const { countries, expiring } = coverageOf(db, clock.now());
      return {
        object: 'trust_coverage',
        countries: countries.map(({ country, kinds, certificates, valid, revocationLists, endsAtMs }) => ({
          country,
          kinds,
          certificates,
          valid,
          revocation_lists: revocationLists,
          ends_at: isoTimeOrNull(endsAtMs),
        })),
        expiring: expiring.map(({ list, ...entry }) => ({ ...presentEntry(entry), list })),
      };
    },
    listTrustListChanges(call) {
      const version = getTrustVersion(db, call.id);
      const { against } = call.query;
      const before = against === undefined ? activeTrustVersion(db, version.code) : getTrustVersion(db, against);
      if (before && before.code !== version.code) {
        throw invalidField('against', 'against is a version of another list; send a version of the same list.');
      }
      const countries = compareEntries(before ? listEntries(db, before) : [], listEntries(db, version));
      const sum = (part: 'added' | 'gone' | 'changed'): number =>
        countries.reduce((total, each) => total + each[part].length, 0);
      return {
        object: 'trust_list_changes',
        against: before?.id ?? null,
        added: sum('added'),
        gone: sum('gone'),
        changed: sum('changed'),
        countries: countries.map(({ country, added, gone, changed }) => ({
          country,
          added: added.map(presentEntry),
          gone: gone.map(presentEntry),
          changed: changed.map((pair) => ({ before: presentEntry(pair.before), after: presentEntry(pair.after) })),
        })),
      };
    },
    listTrustListContent: (call) => ({
      object: 'trust_list_content',
      data: listEntries(db, getTrustVersion(db, call.id)).map(presentEntry),
    }),
  };
}

/** Returns the import options of a trust list, for local and uploaded files alike. */
export function trustOptions(input: z.output<typeof trustUploadSchema>): Omit<TrustOptions, 'paths'> {
  const { age_days_max: ageDaysMax, code, kind, name, published_at: publishedAt } = input;
  return given({ ageDaysMax, code, kind, name, publishedAt });
}

function presentTrustList(version: TrustVersion, nowMs: number): Omit<TrustListAnswer, 'to_confirm'> {
  const age = ageOfTrustList(version, nowMs);
  const { format: _, ...shared } = presentVersion(version, age);
  return {
    ...shared,
    kind: version.format,
    staged: version.activatedAtMs === null,
    age_limit_days: age.limitDays,
    activated_at: isoTimeOrNull(version.activatedAtMs),
    certificates: version.certificates,
    revocation_lists: version.revocationLists,
    countries: version.countries,
    skipped: version.skipped,
  };
}

const presentEntry = (entry: ListedEntry): TrustCertificateAnswer => ({ ...presentFacts(entry), role: entry.role });

function presentFacts(item: Omit<ListedEntry, 'role' | 'docTypes'>): Omit<TrustCertificateAnswer, 'role'> {
  return {
    fingerprint: item.sha256,
    country: item.country,
    subject: item.subject,
    key_id: item.keyId,
    not_before: isoTime(item.notBeforeMs),
    not_after: isoTimeOrNull(item.notAfterMs),
  };
}
