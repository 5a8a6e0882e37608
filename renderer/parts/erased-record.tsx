import type { z } from 'zod';
import type { certificateSchema } from '../../server/contract/retention.ts';
import { get } from '../client/api.ts';
import { useResource } from '../client/resource.ts';
import { t } from '../text/text.ts';
import { Button, ButtonLink } from './button.tsx';
import { saveBlob } from './download.ts';
import { Facts } from './facts.tsx';
import { Section } from './page.tsx';
import { Loaded } from './states.tsx';
import { When } from './time.tsx';

type Certificate = z.output<typeof certificateSchema>;

/** What is left of an erased record: the signed word that it was erased. `path`: the record's. */
export function ErasedRecord({ path }: { path: string }) {
  const certificate = useResource((abort) => get<Certificate>(`${path}/erasure`, abort), [path]);
  return (
    <Section title={t('problem.erased')}>
      <p>{t('erased.what')}</p>
      <Loaded of={certificate}>
        {(erasure) => (
          <>
            <Facts
              items={[
                [t('label.verification'), <code key="id">{erasure.verification.id}</code>],
                [t('erased.at'), <When key="at" at={erasure.erased_at} />],
                [t('erased.cause'), t(erasure.cause === 'request' ? 'erased.by_request' : 'erased.by_retention')],
                [t('label.created'), <When key="created" at={erasure.verification.created_at} />],
              ]}
            />
            <div class="actions">
              <Button icon="download" onClick={() => save(erasure)}>
                {t('erased.save')}
              </Button>
              <ButtonLink href="/">{t('action.home')}</ButtonLink>
            </div>
          </>
        )}
      </Loaded>
    </Section>
  );
}

function save(erasure: Certificate): void {
  const bytes = new Blob([JSON.stringify(erasure, null, 2)], { type: 'application/json' });
  saveBlob(bytes, `${erasure.verification.id}-erasure.json`);
}
