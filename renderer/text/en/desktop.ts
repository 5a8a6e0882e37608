/** What the console says where the desktop shell shows it. */
export const desktop = {
  'desktop.choose': 'Choose…',
  'desktop.title': 'This computer',
  'desktop.login': 'Start Custos when I log in',
  'desktop.login_why': 'The appliance then works without its window, and its icon stands beside the clock.',
  'desktop.notify': 'Tell me of reviews that wait',
  'desktop.notify_why': 'A notification tells how many there are, and nothing else of them.',
  'desktop.log': 'Show the log',
  'desktop.not_set': 'It stays as it was: this computer did not allow the change.',
} as const;
