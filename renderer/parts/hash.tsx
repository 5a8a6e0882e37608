import { IconButton } from './button.tsx';
import './hash.css';
import { t } from '../text/text.ts';
import { announce } from './toast.tsx';

const SHOWN_CHARS = 12;

/** The begin of a hash; a pointer is told all of it, and a click copies it. */
export function Hash({ hex }: { hex: string }) {
  return (
    <span class="hash">
      <code title={hex} dir="ltr">
        {hex.slice(0, SHOWN_CHARS)}…
      </code>
      <IconButton
        icon="copy"
        label={t('hash.copy')}
        onClick={() => void navigator.clipboard.writeText(hex).then(() => announce(t('action.copied')))}
      />
    </span>
  );
}
