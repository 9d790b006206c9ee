/** Contracts of a few bytes, written by hand. */

/** PUSH0 PUSH0 REVERT. */
export const REVERTS = '0x5f5ffd';
/** Calls the address in the first word with all the value it is given. */
export const FORWARDS = '0x5f5f5f5f345f355af100';

/**
 * Code that writes a log with this many topics. The topics are the first words of the call data. The rest is the log's
 * data.
 */
export function logging(topics: 1 | 2 | 3 | 4): string {
  const byte = (value: number) => value.toString(16).padStart(2, '0');
  const behind = `60${byte(32 * topics)}`;
  const size = `${behind}3603`;
  const words = Array.from({ length: topics }, (_, index) => `60${byte(32 * index)}35`);
  return `0x${size}${behind}5f37${words.reverse().join('')}${size}5f${byte(0xa0 + topics)}00`;
}

/** A number as a word of 32 bytes. */
export const word = (value: bigint): string => value.toString(16).padStart(64, '0');
/** An address as a word. */
export const wordOf = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0');

/** Topics of the standards of tokens. */
export const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
export const SINGLE = 'c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
export const BATCH = '4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
