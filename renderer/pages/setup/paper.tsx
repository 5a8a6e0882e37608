import type { RecoveryKeyAnswer } from '../../../server/contract/system-keys.ts';
import { formatWhen } from '../../text/format.ts';
import { t } from '../../text/text.ts';

/** The recovery key as it is printed. Seen on paper alone. */
export function Paper({ made }: { made: RecoveryKeyAnswer }) {
  const [title, key, ...rest] = linesOf(made);
  return (
    <div class="setup-paper" aria-hidden="true">
      <h1>{title}</h1>
      <p class="setup-paper-key">{key}</p>
      {rest.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/** The same as a text file. */
export const paperText = (made: RecoveryKeyAnswer): string => `${linesOf(made).join('\r\n\r\n')}\r\n`;

function linesOf({ recovery_key: key, fingerprint, made_at: at }: RecoveryKeyAnswer): string[] {
  return [
    t('setup.paper_title'),
    key,
    t('setup.paper_what', { fingerprint, when: formatWhen(at) }),
    t('setup.paper_where'),
    t('setup.paper_how'),
  ];
}
