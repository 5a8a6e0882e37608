/** The search of `/docs`: hides sections that do not contain all the words. */
const box = document.querySelector<HTMLInputElement>('input[type=search]');
const status = document.querySelector('[role=status]');
const sections = [...document.querySelectorAll<HTMLElement>('main > section')].map((section) => ({
  section,
  text: (section.textContent ?? '').toLowerCase(),
}));

box?.addEventListener('input', () => {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const { section, text } of sections) {
    const isHit = words.every((word) => text.includes(word));
    section.hidden = !isHit;
    if (isHit) found += 1;
  }
  if (status) status.textContent = words.length > 0 ? `${found} of ${sections.length}` : '';
});
