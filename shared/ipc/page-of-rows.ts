import Type from 'typebox';

/** The members of a question for one page of a list. */
export const PageOfRows = {
  search: Type.String({ maxLength: 200 }),
  offset: Type.Integer({ minimum: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: 500 }),
};
