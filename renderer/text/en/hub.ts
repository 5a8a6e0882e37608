/** The section on the hub. */
export const hub = {
  'hub.title': 'Hub',
  'hub.what':
    'Your organisation can run a hub that sees all of its branches. No data leaves this site unless you connect this appliance to it and choose what it sends.',
  'hub.reports': 'Reports to {hub}',
  'hub.reports_0': 'Reports to {hub}: health, versions and list ages, no records.',
  'hub.reports_1': 'Reports to {hub}: health, versions and list ages, and ids, states, reasons and times of records.',
  'hub.join': 'Join a hub',
  'hub.joining': 'The request is made. An administrator of the hub approves it.',
  'hub.invite': 'Invite',
  'hub.invite_hint': 'Paste the invite that the administrator of the hub gave you, or the content of its file.',
  'hub.name': 'Name of this appliance',
  'hub.name_hint': 'The hub shows this name, such as “Branch North”.',
  'hub.level': 'What it sends',
  'hub.level_0': 'Level 0: health, versions, list ages and anchors of the audit log',
  'hub.level_1': 'Level 1: ids, states, reasons and times of records, too',
  'hub.level_hint':
    'Level 1 also reports the records that are there already. No name, document or picture is sent at either level.',
  'hub.hub': 'Hub',
  'hub.addresses': 'Addresses',
  'hub.key': 'Key of the hub',
  'hub.own_key': 'Key of this appliance',
  'hub.branch': 'Branch',
  'hub.state_off': 'None',
  'hub.state_waiting': 'Awaits approval',
  'hub.state_active': 'Connected',
  'hub.state_failing': 'Not reached',
  'hub.state_stopped': 'Stopped',
  'hub.confirmed': 'Confirmed entries',
  'hub.confirmed_of': '{confirmed} of {entries}',
  'hub.waiting': 'Waits',
  'hub.waiting_of': '{count} entry, {size}|{count} entries, {size}',
  'hub.received': 'Last receipt',
  'hub.contacted': 'Last contact',
  'hub.problem': 'Problem',
  'hub.certificate': 'Certificate until',
  'hub.contact': 'Contact now',
  'hub.contact_done': 'The hub answered.',
  'hub.contact_failed': 'The contact failed. {why}',
  'hub.change': 'Change what it sends',
  'hub.changed': 'Saved.',
  'hub.file_out': 'File for the hub',
  'hub.file_in': 'Take a file from the hub',
  'hub.file_in_what': 'Choose a file that the hub made for this appliance. It brings receipts, directives and packs.',
  'hub.file_taken': 'Taken. Receipts: {receipts}. Directives: {directives}.',
  'hub.file_none': 'Choose a file.',
  'hub.line': 'Open a new line',
  'hub.line_what':
    'The hub has entries of this appliance that are no longer here. It keeps them. A new line follows, and records that were not confirmed are reported again. Make sure that no other machine runs a copy of this appliance.',
  'hub.line_opened': 'A new line has begun.',
  'hub.leave': 'Leave the hub',
  'hub.leave_what': 'Nothing more is sent, and what waits is deleted. The hub keeps what it has.',
  'hub.left': 'This appliance has no hub now.',
  'hub.stopped_refused': 'The hub refused the request. Leave the hub, and ask its administrator for another invite.',
  'hub.stopped_restored':
    'This appliance was restored from a backup. Open a new line, so that the hub goes on from here.',
  'hub.stopped_line_behind':
    'The hub has later entries of this appliance than it has itself. Open a new line if this is the only copy.',
  'hub.stopped_entries_missing': 'The hub lacks entries that this appliance no longer keeps. Open a new line.',
  'hub.directives': 'Directives of the hub',
  'hub.directive_number': 'Number',
  'hub.directive_kind': 'Kind',
  'hub.directive_policy': 'Policy',
  'hub.directive_pack': 'Pack',
  'hub.directive_hub_key': 'Keys of the hub',
  'hub.directive_other': 'Other',
  'hub.directive_when': 'When',
  'hub.directive_outcome': 'Outcome',
  'hub.directive_done': 'Applied',
  'hub.directive_refused': 'Refused ({code})',
  'hub.directive_program_waits': 'Applied. A new program waits under Updates.',
  'hub_error.name_not_resolved':
    'The host name of the hub cannot be resolved. Check the name server of this machine, or ask the hub’s administrator for an invite with another address.',
  'hub_error.address_not_allowed':
    'The invite names an address that may not be connected to. Ask the hub’s administrator for an invite with the right address.',
  'hub_error.connection_refused':
    'Nothing answers at the address of the hub. Ask its administrator whether the hub runs, and whether a firewall is between.',
  'hub_error.connection_failed':
    'The connection to the hub failed. Check the network of this machine. It is tried again.',
  'hub_error.timeout':
    'The hub does not answer in time. It is tried again. If it stays so, check the network, and ask the hub’s administrator.',
  'hub_error.certificate_untrusted':
    'What answers is not the hub of the invite. Check that nothing intercepts the connection, and ask the hub’s administrator.',
  'hub_error.certificate_name':
    'The certificate of the hub is for another name. Its administrator must add this address to CUSTOS_HUB_ADDRESSES.',
  'hub_error.certificate_expired':
    'A certificate has expired, or a clock is wrong. Check the clock of this machine. If it is right, leave the hub and join it with another invite.',
  'hub_error.client_certificate_refused':
    'The hub does not accept the certificate of this appliance. Ask its administrator whether this branch was revoked.',
  'hub_error.tls_failed':
    'What answers does not use TLS as the hub does. Check that the address is that of the hub’s listener for branches.',
  'hub_error.closed':
    'The hub closed the connection too early. It is tried again. If it stays so, ask the hub’s administrator.',
  'hub_error.bad_answer':
    'The answer is not that of the hub. Check that no proxy is between. If there is none, the two versions may differ too much: update the older one.',
  'hub_error.settings_changed':
    'The settings of the hub were changed outside this appliance. Leave the hub, and join it with another invite.',
  'hub_error.disk_full': 'The disk of this appliance is full. Free space on it. Nothing is lost meanwhile.',
  'hub_error.parcel_gap': 'The hub lacks earlier entries. They are sent again; you need to do nothing.',
  'hub_error.line_behind':
    'The hub has later entries than this appliance. If this appliance is the only copy, open a new line.',
  'hub_error.line_forked':
    'Two appliances write the same history. Switch one of them off, then ask the hub’s administrator to release this branch.',
  'hub_error.clock_wrong': 'The clocks of this appliance and of the hub disagree. Set the wrong one right.',
  'hub_error.unknown_branch':
    'The hub does not know this appliance. Ask its administrator for another invite, then leave the hub and join it again.',
  'hub_error.unauthorized': 'The invite was used already, or has expired. Ask the hub’s administrator for another one.',
  'hub_error.revoked':
    'The hub has revoked this appliance for good. To report again, leave the hub and join it with another invite.',
  'hub_error.quarantined':
    'The hub keeps this appliance in quarantine and takes nothing from it. Ask the hub’s administrator to release it. Nothing is lost meanwhile.',
  'hub_error.rate_limited': 'The hub is busy and asks to wait. It is tried again; you need to do nothing.',
  'hub_error.database_unavailable':
    'The hub cannot use its database now. It is tried again; you need to do nothing. Nothing is lost meanwhile.',
  'hub_error.parcel_damaged': 'The hub cannot read what was sent. It is sealed and sent again; you need to do nothing.',
  'hub_error.parcel_signature':
    'The hub does not accept the signature of this appliance. Leave the hub, and join it with another invite.',
  'hub_error.parcel_other_hub':
    'What was sent is sealed for other keys. It is sealed and sent again; you need to do nothing.',
  'hub_error.parcel_too_large':
    'What was sent is too large for the hub. The two versions may differ too much: update the older one.',
  'system.warning_hub_stopped': 'Nothing is sent to the hub until you decide. View the reason.',
  'system.warning_hub_refuses': 'The hub takes nothing from this appliance. View the reason.',
  'system.warning_hub_lag':
    'Entries have waited for the hub since {when}. Check the connection, or carry them there by file.',
  'egress.hub': 'Hub contacted',
  'event.hub.certificate_renewed': 'Certificate for the hub renewed',
  'event.hub.directive_done': 'Directive of the hub applied',
  'event.hub.directive_refused': 'Directive of the hub refused',
  'event.hub.file_made': 'File for the hub made',
  'event.hub.file_taken': 'File from the hub taken',
  'event.hub.joined': 'Hub joined',
  'event.hub.left': 'Hub left',
  'event.hub.level_set': 'What the hub learns changed',
  'event.hub.line_opened': 'New line for the hub begun',
  'event.hub.refused': 'Request refused by the hub',
  'event.hub.requested': 'Hub asked for membership',
  'event.hub.stopped': 'Sending to the hub stopped',
} as const;
