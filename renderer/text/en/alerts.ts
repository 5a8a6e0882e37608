/** People and companies who were screened before and of whom a new list version tells something. */
export const alerts = {
  'alerts.intro':
    'Somebody verified before resembles an entry that a new list version added or changed. No record changes by itself.',
  'alerts.state': 'State',
  'alerts.open': 'Open',
  'alerts.confirmed': 'Confirmed',
  'alerts.dismissed': 'Dismissed',
  'alerts.all': 'All',
  'alerts.added': 'New on the list',
  'alerts.changed': 'Changed on the list',
  'alerts.record': 'Open the verification',
  'alerts.same.one': 'One more verification of the same customer: your decision counts for it too.',
  'alerts.same.other': '{count} more verifications of the same customer: your decision counts for them too.',
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
