/** People and companies who were screened before and of whom a new list version tells something. */
export const alerts = {
  'alerts.intro':
    'Somebody verified before resembles an entry that a new list version added or changed. No record changes by itself.',
  'alerts.open': 'Open',
  'alerts.held': 'Held',
  'alerts.confirmed': 'Confirmed',
  'alerts.dismissed': 'Dismissed',
  'alerts.all': 'All',
  'alerts.added': 'New on the list',
  'alerts.changed': 'Changed on the list',
  'alerts.comparison': 'Names are compared otherwise',
  'alerts.held_title': 'A new comparison of names',
  'alerts.held_why':
    'This version of Custos compares names otherwise than the one before, so everybody who was screened before was searched again. What that alone finds is held here until you open it as alerts or dismiss it.',
  'alerts.held_running': 'Searching again: {share} done.',
  'alerts.held_count': '{count} new hit is held.|{count} new hits are held.',
  'alerts.held_records': 'It is of {count} record.|They are of {count} records.',
  'alerts.held_show': 'Show them',
  'alerts.held_release': 'Open all as alerts',
  'alerts.held_release_why': 'Each becomes an alert like any other, and receivers of events are told of each.',
  'alerts.held_release_one': 'Open as an alert',
  'alerts.held_released': 'Opened as alerts.',
  'alerts.held_dismiss': 'Dismiss all',
  'alerts.held_dismissed': 'Dismissed.',
  'alerts.same':
    'One more verification of the same customer: your decision counts for it too.|{count} more verifications of the same customer: your decision counts for them too.',
  'alerts.new': 'New alerts came. Show them',
  'alerts.none_open': 'No open alerts',
  'alerts.none_open_hint':
    'When a new version of a list is loaded, everybody who was screened before is compared with what it changed.',
  'alerts.none': 'No alerts here',
  'alerts.next': 'Next alert',
  'alerts.previous': 'Previous alert',
  'alerts.toggle': 'Show or hide the explanation',
  'alerts.decided': 'Said of the hit.',
  'alerts.party_company': 'The company itself',
  'alerts.party_person': 'One of its people',
} as const;
