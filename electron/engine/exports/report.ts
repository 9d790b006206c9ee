import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { Closed, LIMITS, parseJson, parseJsonObject } from '../../../shared/model/index.ts';
import { decodeStamp, STAMP_HEADER, utf8Encode } from '../../../shared/wire/index.ts';
import { verifyStamp } from '../../crypto/index.ts';
import type { StampHeader } from '../consent/approvals.ts';
import { WantedExport } from '../containers/kinds.ts';
import type { ProvenList } from './target-lists.ts';

/** The first two items of a stamped report. */
const FORMAT = ['castellan-export-report', 1] as const;

const Report = Closed({
  organizationId: Type.String(),
  /** The key that signed every bundle. */
  signerKey: Type.String(),
  /** The SHA-256 of the list of exports. */
  list: Type.String(),
  /** In milliseconds since the epoch, by the clock of the machine that opened them. */
  openedAt: Type.Number(),
  exports: Type.Array(
    Closed({
      export: WantedExport,
      /** The address that was derived from the opened key. It is the one of `export`. */
      derivedAddress: Type.String(),
      targetPublicKey: Type.String(),
      file: Type.String(),
      form: Type.String(),
    }),
  ),
  /** The exports of the list that were not opened. */
  missing: Type.Array(WantedExport),
});
/** The record of opened exports. It holds no secret. */
export type ExportReport = Static<typeof Report>;

/** A written export: its file, and the format in it. */
export type WrittenFile = Pick<ExportReport['exports'][number], 'file' | 'form'>;

/** The name of the report in the folder of the files. */
export const REPORT_FILE = 'report.json';

/** Returns the report of a list whose proven exports were written, in the order of its files. */
export function reportOf(list: ProvenList, files: readonly WrittenFile[], openedAt: number): ExportReport {
  const { organizationId, signerKey, digest, proven, unproven } = list;
  return {
    organizationId,
    signerKey,
    list: digest,
    openedAt,
    exports: proven.map(({ wanted, derivedAddress, targetPublicKey }, place) => {
      const { file = '', form = '' } = files[place] ?? {};
      return { export: wanted, derivedAddress, targetPublicKey, file, form };
    }),
    missing: unproven.map(({ wanted }) => wanted),
  };
}

const Written = Type.Tuple([Type.Literal(FORMAT[0]), Type.Literal(FORMAT[1]), Report]);

/**
 * The bytes of a report that a key stamps: a list as JSON in UTF-8. A request is an object with `organizationId`, so no
 * service takes a report with its stamp for a request.
 */
export const reportBytes = (report: ExportReport): Uint8Array<ArrayBuffer> =>
  utf8Encode(JSON.stringify([...FORMAT, report]));

/** Returns the text of a stamped report. */
export const stampedReport = (report: ExportReport, stamp: StampHeader): string =>
  `${JSON.stringify({ report: new TextDecoder().decode(reportBytes(report)), stamp })}\n`;

/** Reads a stamped report and verifies its stamp. Returns the public key of the stamp. Throws INVALID_INPUT. */
export function readReport(text: string): { readonly report: ExportReport; readonly publicKey: string } {
  if (text.length > 2 * LIMITS.body) throw refused('it is too long');
  const { report: written, stamp } = parseJsonObject(text, refused);
  if (typeof written !== 'string' || !Value.Check(Stamp, stamp)) throw refused('its report or its stamp is missing');
  const read = decodeStamp(stamp.value);
  if (!verifyStamp(read, utf8Encode(written))) throw refused('its stamp does not fit, so one of them was changed');
  const list = parseJson(written, (why) => refused(`its report is unusable: ${why}`));
  if (!Value.Check(Written, list)) throw refused('its report has another form');
  return { report: list[2], publicKey: read.publicKey };
}

const Stamp = Closed({ name: Type.Literal(STAMP_HEADER), value: Type.String() });

function refused(why: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    sentence`This is not a report of opened exports: ${why}. Nothing was verified. Give the file report.json as Castellan wrote it.`,
  );
}
