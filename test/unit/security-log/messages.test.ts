import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AuditRow } from '../../../server/audit/entries.ts';
import { eventOfEntry, jsonLineOf, msgIdOf, ownEvent, syslogOf } from '../../../server/security-log/messages.ts';
import { RECEIVER_ERRORS } from '../../../server/security-log/outlet.ts';
import { AUDIT_ACTIONS, OWN_EVENTS, SEVERITIES } from '../../../server/vocabulary/audit-actions.ts';
import { parseSyslog } from '../../support/syslog.ts';

const ORIGIN = { host: 'kyc-1.example.org', pid: 812 };
const ROW: AuditRow = {
  seq: 42,
  at: Date.UTC(2026, 0, 31, 8),
  actor: 'opr_1',
  action: 'key.created',
  subject_id: 'key_1',
  details: '{"scopes":"kyc:read","name":null,"files":2,"ok":true}',
  link: Buffer.alloc(32, 0xab),
};

describe('a message of the security log', () => {
  it('has the entry with its number, its link, who and about what', () => {
    const parsed = parseSyslog(syslogOf(eventOfEntry(ROW), ORIGIN));
    expect(parsed).toEqual({
      facility: 13,
      severity: 5,
      timestamp: '2026-01-31T08:00:00.000Z',
      hostname: ORIGIN.host,
      appName: 'custos',
      procId: '812',
      msgId: 'key.created',
      data: {
        'custos@32473': { event: 'key.created', seq: '42', link: 'ab'.repeat(32), actor: 'opr_1', subject: 'key_1' },
        'details@32473': { scopes: 'kyc:read', files: '2', ok: 'true' },
      },
      text: 'key.created by opr_1 on key_1',
    });
    expect(JSON.parse(jsonLineOf(eventOfEntry(ROW), ORIGIN).toString())).toEqual({
      time: '2026-01-31T08:00:00.000Z',
      event: 'key.created',
      severity: 'notice',
      host: ORIGIN.host,
      seq: 42,
      link: 'ab'.repeat(32),
      actor: 'opr_1',
      subject: 'key_1',
      details: { scopes: 'kyc:read', name: null, files: 2, ok: true },
    });
  });

  it('is legal for every event, and each has its own MSGID', () => {
    const names = [...Object.keys(AUDIT_ACTIONS), ...Object.keys(OWN_EVENTS)];
    expect(new Set(names.map(msgIdOf)).size).toBe(names.length);
    for (const [action, severity] of Object.entries(AUDIT_ACTIONS)) {
      const parsed = parseSyslog(syslogOf(eventOfEntry({ ...ROW, action }), ORIGIN));
      expect([parsed.msgId, parsed.severity]).toEqual([action.slice(0, 32), SEVERITIES[severity]]);
      expect(parsed.data['custos@32473']?.['event']).toBe(action);
    }
    const shortened = parseSyslog(syslogOf(ownEvent('chain.shortened', 0, { sent: '1:a' }), ORIGIN));
    expect(shortened.severity).toBe(SEVERITIES.alert);
  });

  it('of an action that only another version knows has a severity too', () => {
    expect(eventOfEntry({ ...ROW, action: 'older.action' }).severity).toBe('notice');
  });

  it('stays within 8192 octets, whatever the lists of codes in it are', () => {
    const details = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`reasons_${i}`, 'code_of_a_finding '.repeat(500)]),
    );
    const message = syslogOf(eventOfEntry({ ...ROW, details: JSON.stringify(details) }), ORIGIN);
    expect(message.length).toBeLessThan(8_192);
    expect(parseSyslog(message).data['details@32473']?.['reasons_0']).toMatch(/^code_of_a_finding .*\.\.\.$/);
  });
});

it('the manual explains every error of a receiver', () => {
  for (const path of ['security-log.md', 'fr/security-log.md']) {
    const page = readFileSync(new URL(`../../../server/manual/${path}`, import.meta.url), 'utf8');
    expect(RECEIVER_ERRORS.filter((code) => !page.includes(`| \`${code}\` | `))).toEqual([]);
  }
});
