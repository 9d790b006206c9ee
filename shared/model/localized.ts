import Type from 'typebox';
import type { Text } from '../errors/index.ts';
import { Closed } from './bytes.ts';

/** A text of main for the page. One with values keeps them apart, so that the page can say it in another language. */
export const LocalizedText = Type.Unsafe<Text>(
  Type.Union([Type.String(), Closed({ text: Type.String(), key: Type.String(), values: Type.Array(Type.Unknown()) })]),
);
