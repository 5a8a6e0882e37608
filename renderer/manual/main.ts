import MiniSearch from 'minisearch';
import './page.css';

interface Section {
  href: string;
  title: string;
  heading: string;
  text: string;
}

const RESULTS_MAX = 12;
const EXCERPT_CHARS = 120;

/** The theme chosen in the console. */
const theme = localStorage.getItem('custos.theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;

const place = document.querySelector<HTMLElement>('search[data-index]');
if (place) startSearch(place);

/** Searches the index that came with the pages: nothing that is typed leaves the browser. */
function startSearch(place: HTMLElement): void {
  const box = place.querySelector('input');
  const list = place.querySelector('ol');
  const status = place.querySelector('[role=status]');
  if (!box || !list || !status) return;
  let loading: Promise<MiniSearch<Section>> | null = null;
  const load = (): Promise<MiniSearch<Section>> => {
    loading ??= fetch(place.dataset['index'] ?? '')
      .then((answer) => answer.json())
      .then((sections: Section[]) => {
        const search = new MiniSearch<Section>({
          idField: 'href',
          fields: ['heading', 'title', 'text'],
          storeFields: ['href', 'title', 'heading', 'text'],
          // People often leave out accents.
          processTerm: (term) => term.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
          searchOptions: { boost: { heading: 4, title: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
        });
        search.addAll(sections);
        return search;
      });
    return loading;
  };
  const show = async (): Promise<void> => {
    const words = box.value.trim();
    const found = words === '' ? [] : (await load()).search(words).slice(0, RESULTS_MAX);
    if (words !== box.value.trim()) return;
    list.replaceChildren(...found.map((section) => itemOf(section as unknown as Section)));
    list.hidden = found.length === 0;
    status.textContent = words === '' ? '' : found.length === 0 ? (place.dataset['none'] ?? '') : String(found.length);
    status.classList.toggle('unseen', words === '' || found.length > 0);
  };
  box.addEventListener('focus', () => void load());
  box.addEventListener('input', () => void show());
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') list.hidden = true;
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === box) return;
    event.preventDefault();
    box.focus();
  });
}

function itemOf({ href, title, heading, text }: Section): HTMLLIElement {
  const item = document.createElement('li');
  const link = item.appendChild(document.createElement('a'));
  link.href = href;
  link.textContent = heading === title ? title : `${title}: ${heading}`;
  const excerpt = item.appendChild(document.createElement('p'));
  excerpt.className = 'faint small';
  excerpt.textContent = text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS)} …` : text;
  return item;
}
