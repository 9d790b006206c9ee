import { expect, it } from 'vitest';
import { openP256Signer, signStamp } from '../../../../electron/crypto/index.ts';
import {
  type ExportReport,
  readReport,
  reportBytes,
  stampedReport,
} from '../../../../electron/engine/exports/report.ts';
import { encodeStamp, STAMP_HEADER, utf8Encode } from '../../../../shared/wire/index.ts';

const REPORT: ExportReport = {
  organizationId: '7a1e9d52-6c0b-4f7d-9b3e-1d5c8a2f4e60',
  signerKey: '04ab',
  list: '0'.repeat(64),
  openedAt: 1_763_640_000_000,
  exports: [],
  missing: [],
};
const stampOf = (bytes: Uint8Array<ArrayBuffer>) => ({
  name: STAMP_HEADER,
  value: encodeStamp(signStamp(openP256Signer(new Uint8Array(32).fill(1)), bytes)),
});

it('a report is stamped as a list, and read back', () => {
  expect(JSON.parse(new TextDecoder().decode(reportBytes(REPORT)))).toEqual(['castellan-export-report', 1, REPORT]);
  expect(readReport(stampedReport(REPORT, stampOf(reportBytes(REPORT)))).report).toEqual(REPORT);
});

it('a stamped object, which fits a request, is no report', () => {
  const report = JSON.stringify({ format: 'castellan-export-report', version: 1, ...REPORT });
  const text = JSON.stringify({ report, stamp: stampOf(utf8Encode(report)) });
  expect(() => readReport(text)).toThrow('its report has another form');
});
