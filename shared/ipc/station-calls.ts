import Type from 'typebox';
import { ActivityDetail, Bytes, Closed, GIVEN_LIMITS, StationFile } from '../model/index.ts';
import { call, job } from './define.ts';
import { Percent, Written, WrittenExport } from './transfer-calls.ts';

const Nothing = Closed({});
const Id = Type.String({ minLength: 1, maxLength: 64 });
/** A file that was opened before. Throws NOT_FOUND when it is not open. */
const Opened = Closed({ id: Id });

/**
 * The part of the contract about files between an online machine and an offline one. The operator chooses each file in
 * main's dialog or drops it on the page, and main keeps its content.
 */
export const STATION_CALLS = {
  station: {
    /**
     * Reads a container or a list of wanted exports. Its name is the progress, so that an error can name it. Null when
     * no file was chosen. Throws INVALID_INPUT.
     */
    open: job(Nothing, Closed({ name: Type.String() }), Closed({ file: Type.Union([StationFile, Type.Null()]) })),
    /** Reads the same from the content of a dropped file. Throws INVALID_INPUT. */
    take: call(
      Closed({ name: Type.String({ minLength: 1, maxLength: 255 }), bytes: Bytes(GIVEN_LIMITS.container) }),
      Closed({ file: StationFile }),
    ),
    /**
     * Composes a request that another machine stamps. Uses no key and sends nothing. It is open as `file` afterwards.
     * Throws like `requests.prepare`, and INVALID_INPUT for a read.
     */
    compose: call(
      Closed({
        operation: Type.String({ maxLength: 64 }),
        parameters: Type.Record(Type.String(), Type.Unknown()),
        hexIsNoKey: Type.Boolean(),
      }),
      Closed({ file: StationFile }),
    ),
    /** Writes the container of an open file to a file that the operator chooses. */
    save: job(Opened, Nothing, Written({ file: StationFile })),
    /**
     * Sends a stamped request byte for byte after the trusted window asked, and follows it to its end. Throws
     * INVALID_INPUT for a stamp that does not fit.
     */
    send: job(
      Opened,
      Closed({ stage: Type.Enum(['sending', 'following', 'checking']) }),
      Closed({ activity: ActivityDetail }),
    ),
    /**
     * The QR codes of a container from a number on, as texts. `total` codes suffice when none is lost, and later ones
     * replace lost ones. Throws NOT_FOUND, and TOO_LARGE for a container that takes too many.
     */
    frames: call(
      Closed({
        id: Id,
        from: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
        count: Type.Integer({ minimum: 1, maximum: 64 }),
      }),
      Closed({ total: Type.Integer(), frames: Type.Array(Type.String()) }),
    ),
    /**
     * Takes the text of a QR code. `missing` are the numbers of the codes that would complete the container, which is
     * then open as `file`. Throws INVALID_INPUT for a code that is damaged or of another container.
     */
    readCode: call(
      Closed({ text: Type.String({ maxLength: 4296 }) }),
      Closed({
        done: Type.Integer(),
        total: Type.Union([Type.Integer(), Type.Null()]),
        missing: Type.Array(Type.Integer()),
        file: Type.Union([StationFile, Type.Null()]),
      }),
    ),
    /** The progress of the codes that main has. A refused code may have ended the reading. */
    codes: call(
      Nothing,
      Closed({
        done: Type.Integer(),
        total: Type.Union([Type.Integer(), Type.Null()]),
        missing: Type.Array(Type.Integer()),
      }),
    ),
    /** Forgets the codes that were read so far. */
    forgetCodes: call(Nothing, Nothing),
    /** Makes the target keys of a list and writes their container. */
    makeTargets: job(Opened, Percent, Written({ checkCode: Type.String() })),
    /**
     * Asks the service for the exports of a list and writes the bundles. First the operator compares the check code in
     * the trusted window, which then asks for each export.
     */
    gather: job(
      Opened,
      Percent,
      Written({ missing: Type.Array(Closed({ number: Type.Integer(), why: Type.String() })) }),
    ),
    /** Opens every bundle, compares its address and wipes it again. */
    prove: job(Opened, Percent, Closed({ file: StationFile })),
    /**
     * Shows one proven export in the trusted window, or writes its file. No part of it reaches the page.
     * `number` counts from 1.
     */
    reveal: job(Closed({ id: Id, number: Type.Integer({ minimum: 1 }) }), Nothing, WrittenExport),
    /**
     * Writes every proven export to a file of a new folder, with a stamped report. The trusted window asks for the
     * format and the passphrase, main's dialog for the folder.
     */
    writeExports: job(Opened, Percent, Written({ files: Type.Integer(), hasReport: Type.Boolean() })),
    /** Stamps a request after the trusted window asked, and writes its container, which is open as `file` afterwards. */
    stamp: job(Opened, Nothing, Written({ file: StationFile })),
  },
} as const;
