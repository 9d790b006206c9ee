import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';

/** The files of the offline station: a list of wanted exports, and the kinds of containers (docs/formats.md). */
export const STATION_KINDS = [
  'wanted-exports',
  'export-targets',
  'gathered-exports',
  'request-to-stamp',
  'stamped-request',
] as const;
export type StationKind = (typeof STATION_KINDS)[number];

/** An export in a file. Nothing of it is proven until its bundle was opened here. */
export const StationExport = Closed({
  kind: Type.Enum(['account', 'wallet', 'private key']),
  /** Its address or id. */
  of: Type.String(),
  /** The address that the opened key must have. */
  address: Type.String(),
  state: Type.Enum(['listed', 'proven', 'unproven']),
  /** Why it is not proven. Null in the other states. */
  why: Type.Union([Type.String(), Type.Null()]),
});
export type StationExport = Static<typeof StationExport>;

/** A file that the operator opened in the offline station. Its content stays in main. */
export const StationFile = Closed({
  id: Type.String(),
  /** The name of the file, without its folder. */
  name: Type.String(),
  kind: Type.Enum(STATION_KINDS),
  /** Null for a list of wanted exports, which names none. */
  organizationId: Type.Union([Type.String(), Type.Null()]),
  /** The title of a request's operation. Null for exports. */
  operation: Type.Union([Type.String(), Type.Null()]),
  /** The time in a request, in milliseconds since the epoch. Null for exports. */
  madeAt: Type.Union([Type.Number(), Type.Null()]),
  exports: Type.Array(StationExport),
  /** False for a file that this window composed or read from QR codes, and that is in no file yet. */
  isSaved: Type.Boolean(),
});
export type StationFile = Static<typeof StationFile>;

/** A list of target keys of an offline machine, as the operator compares it before the service is asked. */
export interface ComparedTargets {
  /** The name of the file, without its folder. */
  readonly file: string;
  readonly organizationId: string;
  /** The number of exports. */
  readonly exports: number;
  /** As the screen of the offline machine shows it. */
  readonly checkCode: string;
}
