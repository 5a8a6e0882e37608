import { useEffect, useRef, useState } from 'preact/hooks';
import { typing } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useKeys } from '../../parts/keys.ts';
import { t } from '../../text/text.ts';
import { searched } from './queue.ts';

/** After the last letter. */
const PAUSE_MS = 200;
/** As the appliance allows. */
export const TEXT_MAX = 200;

/** Words of a name, or of a reference. They stand in no address and are kept nowhere. */
export function SearchBox() {
  const box = useRef<HTMLInputElement>(null);
  const [written, setWritten] = useState(searched.value);
  useEffect(() => setWritten(searched.value), [searched.value]);
  useEffect(() => {
    const timer = setTimeout(() => {
      searched.value = written;
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [written]);
  useKeys([{ key: '/', label: t('action.search'), run: () => box.current?.select() }], []);
  return (
    <div class="queue-search">
      <Icon name="search" />
      <input
        ref={box}
        type="search"
        autocomplete="off"
        spellcheck={false}
        maxLength={TEXT_MAX}
        aria-label={t('queue.search')}
        aria-keyshortcuts="/"
        placeholder={t('queue.search_hint')}
        value={written}
        onInput={typing(setWritten)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') searched.value = written;
          if (event.key === 'ArrowDown') focusList(event);
          if (event.key === 'Escape' && written === '') event.currentTarget.blur();
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}

function focusList(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('.queue-grid a[tabindex="0"]')?.focus();
}
