/**
 * The desktop app's own pages: the appliance is starting, why it does not start, a passphrase prompt, and a window that
 * keeps failing. They ask the app for their state (`PageState` in main/shell/contract.ts) and follow it; the app
 * navigates away from them.
 */
(() => {
  /** The polling interval of the page. Milliseconds. */
  const LOOK_EVERY = 500;
  const { custos, TEXTS } = globalThis;
  const main = document.getElementById('main');
  const page = document.body.dataset.page;
  let shown = '';

  /** Creates an element with its properties and children; leaves out null. */
  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children.filter((child) => child !== null));
    return element;
  };
  const say = (text, className = '') => make('p', { className, textContent: text });
  const fill = (text, count) => text.replace('{count}', String(count));
  const button = (text, act, className = '') =>
    make('button', { type: 'button', textContent: text, className, onclick: () => custos.act(act) });

  const views = {
    starting: (texts) => [make('h1', { textContent: texts.starting }), say(texts.starting_why)],

    failure(texts, { failure }) {
      const { code, sentence, logLines } = failure ?? { code: null, sentence: null, logLines: [] };
      const [what, toDo] = texts.failures[code ?? 'ended'] ?? texts.failures.other;
      return [
        make('h1', { textContent: texts.failed }),
        make('p', { textContent: what, role: 'alert' }),
        make('h2', { textContent: texts.to_do }),
        say(toDo),
        say(texts.nothing_lost, 'faint'),
        sentence === null ? null : make('h2', { textContent: texts.told }),
        sentence === null ? null : make('p', { lang: 'en', textContent: sentence }),
        make(
          'div',
          { className: 'actions' },
          button(texts.restart, 'restart', 'primary'),
          button(texts.show_log, 'show_log'),
          button(texts.quit, 'quit'),
        ),
        make('h2', { textContent: texts.log, id: 'log' }),
        logLines.length === 0
          ? say(texts.log_empty, 'faint')
          : focusable(make('pre', { lang: 'en', textContent: logLines.join('\n') }), 'log'),
      ];
    },

    'window-crash': (texts) => [
      make('h1', { textContent: texts.crash }),
      make('p', { textContent: texts.crash_why, role: 'alert' }),
      make(
        'div',
        { className: 'actions' },
        button(texts.show_console, 'show_console', 'primary'),
        button(texts.show_log, 'show_log'),
        button(texts.quit, 'quit'),
      ),
    ],

    passphrase: (texts, { passphrase }) => (passphrase === null ? views.starting(texts) : form(texts, passphrase)),
  };

  /** Makes a scrollable element reachable by keyboard and labels it. */
  function focusable(element, labelledBy) {
    element.tabIndex = 0;
    element.setAttribute('role', 'region');
    element.setAttribute('aria-labelledby', labelledBy);
    return element;
  }

  /** Asks for the passphrase, or twice for a new one. Only its fields hold it, and they are then emptied. */
  function form(texts, { kind, because, charsMin, refused }) {
    const isNew = kind === 'choose';
    const field = () => make('input', { type: 'password', autocomplete: 'off', spellcheck: false, required: true });
    const first = field();
    const again = isNew ? field() : null;
    const problem = make('p', { className: 'bad', role: 'alert' });
    const submit = make('button', { type: 'submit', className: 'primary', textContent: texts.passphrase_give });
    if (refused) problem.textContent = isNew ? texts.passphrase_refused : texts.passphrase_wrong;
    const fault = () => {
      if (first.value.length < charsMin) return fill(texts.passphrase_short, charsMin);
      return again !== null && again.value !== first.value ? texts.passphrase_differs : '';
    };
    const element = make(
      'form',
      {},
      make('label', {}, texts.passphrase, first),
      again && make('label', {}, texts.passphrase_again, again),
      problem,
      make('div', { className: 'actions' }, submit, button(texts.quit, 'quit')),
    );
    element.addEventListener('submit', async (event) => {
      event.preventDefault();
      problem.textContent = fault();
      if (problem.textContent !== '') return first.focus();
      const given = first.value;
      for (const input of [first, again]) if (input) input.value = '';
      submit.disabled = true;
      submit.textContent = texts.passphrase_checked;
      // If the app accepts it, another page follows, or this one again; otherwise nothing changes.
      if (await custos.givePassphrase(given).catch(() => false)) return;
      submit.disabled = false;
      submit.textContent = texts.passphrase_give;
      problem.textContent = texts.passphrase_refused;
      first.focus();
    });
    return [
      make('h1', { textContent: isNew ? texts.choose : texts.open }),
      because === null ? null : say(texts.because[because]),
      say(isNew ? texts.choose_why : texts.open_why),
      isNew ? say(fill(texts.passphrase_rule, charsMin), 'faint') : null,
      element,
    ];
  }

  async function look() {
    const { language, page: state } = await custos.desktop();
    const told = JSON.stringify([language, state]);
    if (state === null || told === shown) return;
    shown = told;
    document.documentElement.lang = language;
    const children = views[page](TEXTS[language], state).filter((child) => child !== null);
    main.replaceChildren(...children);
    document.title = `Custos: ${main.querySelector('h1').textContent}`;
    (main.querySelector('input') ?? main.querySelector('button'))?.focus();
  }

  const follow = () =>
    look()
      // The app has no state at this moment.
      .catch(() => {})
      .finally(() => setTimeout(follow, LOOK_EVERY));
  void follow();
})();
