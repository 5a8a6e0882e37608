import { describe, expect, test } from 'vitest';
import { cpuSecondsOf, memoryOf } from '../bench/process-usage.ts';
import { median, quantile, round } from '../bench/statistics.ts';
import { skipUnless } from '../support/skip.ts';
import { type CreateRequest, toMultipart } from '../support/verification-client.ts';

describe('the multipart form', () => {
  const request: CreateRequest = {
    applicant: { first_name: 'Zoé', dob: '1990-01-02' },
    uploads: [
      {
        name: 'f.jpg',
        file: Buffer.from([0xff, 0xd8, 0x0d, 0x0a]),
        mediaType: 'image/jpeg',
        type: 'national_id',
        side: 'front',
      },
      { name: 's.pdf', file: Buffer.from('%PDF-'), mediaType: 'application/pdf', type: 'selfie' },
    ],
    metadata: { simulate: 'completed' },
  };

  test('an independent parser gets every part back, files byte for byte', async () => {
    const { contentType, body } = toMultipart(request);
    const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
    expect(JSON.parse(String(form.get('applicant')))).toEqual(request.applicant);
    expect(JSON.parse(String(form.get('metadata')))).toEqual(request.metadata);
    expect(form.get('consent')).toBe('true');
    const files = form.getAll('documents[]') as File[];
    expect(files.map((file) => [file.name, file.type])).toEqual([
      ['f.jpg', 'image/jpeg'],
      ['s.pdf', 'application/pdf'],
    ]);
    expect([...new Uint8Array((await files[0]?.arrayBuffer()) ?? new ArrayBuffer(0))]).toEqual([
      0xff, 0xd8, 0x0d, 0x0a,
    ]);
  });

  test('documents_meta has one item a file, and a selfie has no side', async () => {
    const { contentType, body } = toMultipart(request);
    const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
    expect(JSON.parse(String(form.get('documents_meta')))).toEqual({
      items: [
        { name: 'f.jpg', type: 'national_id', side: 'front' },
        { name: 's.pdf', type: 'selfie' },
      ],
    });
  });
});

describe('the numbers of the bench', () => {
  test('median and quantiles are values that were measured', () => {
    expect(median([5, 1, 9])).toBe(5);
    expect(quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.95)).toBe(10);
    expect(quantile([3, 1, 2], 0)).toBe(1);
    expect(() => median([])).toThrow(RangeError);
  });

  test('numbers are rounded to what is worth reading', () => {
    expect(round(1.23456)).toBe(1.23);
    expect(round(1234.56)).toBe(1235);
  });

  const has = skipUnless(process.platform === 'linux', 'only Linux has /proc');
  test('the use of this very process agrees with what Node says of it', has, () => {
    const { user, system } = process.cpuUsage();
    expect(Math.abs((cpuSecondsOf(process.pid) ?? 0) - (user + system) / 1e6)).toBeLessThan(0.2);
    const memory = memoryOf(process.pid);
    expect(Math.abs((memory?.nowMib ?? 0) - process.memoryUsage().rss / 1024 ** 2)).toBeLessThan(64);
    expect(memory?.peakMib).toBeGreaterThanOrEqual(memory?.nowMib ?? Number.NaN);
  });

  test('of a process that is gone nothing is known', () => {
    expect(cpuSecondsOf(2 ** 30)).toBeNull();
    expect(memoryOf(2 ** 30)).toBeNull();
  });
});
