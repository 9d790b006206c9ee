import { readAddress } from '../addresses/entries.ts';

/** An amount as spreadsheets write it: with separators, a sign, a currency or a unit. */
const AMOUNT = /^[\p{Sc}+-]?\s?\p{Nd}[\p{Nd}.,'’\s]*\s?(?:\p{Sc}|%|\p{L}{1,10})?$/u;
/** Bytes in hexadecimal. Without 0x, fewer than sixteen bytes may be a date. */
const PAYLOAD = /^(?:0x(?:[0-9a-f]{2})+|(?:[0-9a-f]{2}){16,})$/i;
/** No longer address is known, and a search through all formats takes time. */
const MAXIMUM_ADDRESS = 200;

/**
 * Returns true for the first line of a CSV whose cells are an address, an amount or a payload, so that it names no
 * columns. An amount does not count beside a column of recipients, messages or transactions (`isNamed`): the others may
 * be years.
 */
export const isData = (cells: readonly string[], isNamed: boolean): boolean =>
  cells
    .map((cell) => cell.replace(/\p{Cf}/gu, ''))
    .some(
      (cell) =>
        (cell.length <= MAXIMUM_ADDRESS && readAddress(cell) !== null) ||
        PAYLOAD.test(cell) ||
        (!isNamed && AMOUNT.test(cell)),
    );
