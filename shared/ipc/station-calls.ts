import Type from 'typebox';
import { Closed, StationFile } from '../model/index.ts';
import { job } from './define.ts';
import { Percent, Written, WrittenAge } from './transfer-calls.ts';

const Nothing = Closed({});
const Id = Type.String({ minLength: 1, maxLength: 64 });
/** A file that was opened before. Throws NOT_FOUND when it is not open. */
const Opened = Closed({ id: Id });

/**
 * The part of the contract about files between an online machine and an offline one. The operator chooses each file in
 * main's dialog, and main keeps its content.
 */
export const STATION_CALLS = {
  station: {
    /** Reads a container or a list of wanted exports. Null when no file was chosen. Throws INVALID_INPUT. */
    open: job(Nothing, Nothing, Closed({ file: Type.Union([StationFile, Type.Null()]) })),
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
     * Shows one proven export in the trusted window, or writes its file of age. No part of it reaches the page.
     * `number` counts from 1.
     */
    reveal: job(Closed({ id: Id, number: Type.Integer({ minimum: 1 }) }), Nothing, WrittenAge),
    /** Stamps a request after the trusted window asked, and writes its container. */
    stamp: job(Opened, Nothing, Written({})),
  },
} as const;
