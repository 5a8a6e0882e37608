import { useState } from 'preact/hooks';
import type { UpdatePackAnswer, UpdatesAnswer } from '../../../server/contract/updates.ts';
import { type ApiError, asApiError, post, type Resource, request, upload, useGet } from '../../client/api.ts';
import type { BodyOf } from '../../client/api-types.ts';
import { Button } from '../../parts/button.tsx';
import { DropZone } from '../../parts/drop-zone.tsx';
import { ActError, Loaded, Section, toast } from '../../parts/page.tsx';
import { Codes, factList, When } from '../../parts/values.tsx';
import { formatBytes, t } from '../../text/text.ts';

const PATH = '/v1/system/updates';

/** Shows the current version, and the content of an update package. */
export function Updates() {
  const updates = useGet(PATH);
  return (
    <Section title={t('updates.title')} id="updates">
      <Loaded of={updates}>{(answer) => <Body answer={answer} updates={updates} />}</Loaded>
    </Section>
  );
}

function Body({ answer, updates }: { answer: UpdatesAnswer; updates: Resource<UpdatesAnswer> }) {
  const [error, setError] = useState<ApiError | null>(null);
  /** Share of the bytes sent; null: no upload is running. */
  const [share, setShare] = useState<number | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const { last, languages, pack, trusted, version } = answer;
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setShare(0);
    setError(null);
    setSaid(null);
    try {
      await work();
    } catch (thrown) {
      setError(asApiError(thrown));
    }
    await updates.reload();
    setShare(null);
  };
  const choose = ([file]: File[]): void => {
    if (!file) return;
    const form = new FormData();
    form.append('files[]', file, file.name);
    void act(() => upload(`${PATH}/packs`, form, { onProgress: setShare }));
  };
  const take = (parts: Part[]): void =>
    void act(async () => {
      const taken = await post(`${PATH}/packs/${pack?.id}/apply`, { parts });
      if (taken.program !== null) setSaid(taken.program);
      else toast(t('updates.taken'));
    });
  return (
    <>
      {factList([
        [t('label.in_force'), version],
        [t('updates.trusted'), trusted.length > 0 ? <Codes of={trusted} /> : t('updates.trusted_none')],
        [
          t('updates.languages'),
          languages.length > 0 &&
            languages.map(({ code, used }) => (used ? code : t('updates.unused', { code }))).join(', '),
        ],
        [
          t('updates.last'),
          last && (
            <>
              {t(`updates.${last.outcome}`, { from: last.from, to: last.to })} <When at={last.ended_at} />
              {last.reason && <p class="small">{last.reason}</p>}
            </>
          ),
        ],
      ])}
      <ActError error={error} />
      {said && (
        <p class="system-note note warn" role="status">
          {said}
        </p>
      )}
      {share !== null && (
        <progress class="progress" aria-label={t('updates.verifying')} max={1} value={share || undefined} />
      )}
      {share === null &&
        (pack ? (
          <Pack
            pack={pack}
            onTake={take}
            onDiscard={() => void act(() => request('DELETE', `${PATH}/packs/${pack.id}`))}
          />
        ) : (
          <DropZone
            label={t('updates.drop')}
            hint={t('updates.drop_hint')}
            accept=".custos-update"
            multiple={false}
            onFiles={choose}
          />
        ))}
    </>
  );
}

type Part = BodyOf<'POST', `${typeof PATH}/packs/${string}/apply`>['parts'][number];

interface PackProps {
  pack: UpdatePackAnswer;
  onTake: (parts: Part[]) => void;
  onDiscard: () => void;
}

function Pack({ pack, onTake, onDiscard }: PackProps) {
  const { program, lists, languages } = pack;
  const parts = (['lists', 'languages'] as const).filter((part) => pack[part].length > 0);
  return (
    <>
      <h3>{t('updates.pack')}</h3>
      {factList([
        [t('updates.made'), <When key="made" at={pack.made_at} />],
        [t('updates.signed'), <Codes key="signed" of={[pack.signed_by]} />],
        [t('label.size'), formatBytes(pack.size_bytes)],
        [t('updates.program'), program && `${program.from} → ${program.to}`],
        [t('nav.lists'), lists.map(({ name }) => name).join(', ')],
        [t('updates.languages'), languages.map(({ code }) => code).join(', ')],
      ])}
      {program?.problem && <p class="system-note note warn">{program.problem}</p>}
      {program?.command && (
        <>
          <p>{t('updates.command')}</p>
          <pre dir="ltr">{program.command}</pre>
        </>
      )}
      {program?.way === 'hand_over' && <p>{t('updates.hand_over_why')}</p>}
      {program?.way === 'none' && !program.problem && <p>{t('updates.sources')}</p>}
      <p class="actions">
        {program?.way === 'hand_over' && (
          <Button look="primary" onClick={() => onTake(['program'])} label={t('updates.hand_over')} />
        )}
        {parts.length > 0 && <Button onClick={() => onTake(parts)} label={t('updates.take')} />}
        <Button look="quiet" onClick={onDiscard} label={t('updates.discard')} />
      </p>
    </>
  );
}
