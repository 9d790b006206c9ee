import Type, { type TProperties } from 'typebox';

/** A byte array member of a message between processes. `maximum` bytes at most; structured clone carries it as it is. */
export const Bytes = (maximum: number, exactly?: number) =>
  Type.Refine(
    Type.Unsafe<Uint8Array<ArrayBuffer>>({}),
    (value) =>
      value instanceof Uint8Array && value.length <= maximum && (exactly === undefined || value.length === exactly),
    () => (exactly === undefined ? `must be at most ${maximum} bytes` : `must be exactly ${exactly} bytes`),
  );

/** An object that refuses members it does not declare: what crosses between our own processes is never wider than written. */
export const Closed = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
