import Type, { type TSchema } from 'typebox';

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** A whole number of smallest units, gas or transactions, in decimal digits. */
export const Units = Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$', says: 'a whole number in decimal digits' });

/** The longest memo, in bytes of UTF-8. */
export const MAXIMUM_MEMO = 120;

/** A public text for the recipient. Null for none. */
export const Memo = Nullable(Type.String({ minLength: 1, maxLength: MAXIMUM_MEMO }));
