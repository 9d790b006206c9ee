import Type, { type TSchema } from 'typebox';
import { Closed, RowOrder } from '../model/index.ts';

/** The members of a question for one page of a list. */
export const PageOfRows = {
  search: Type.String({ maxLength: 200 }),
  offset: Type.Integer({ minimum: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: 500 }),
};

/** The members of a question for one page of a list that can be ordered by its columns. */
export const PageInOrder = { ...PageOfRows, order: Type.Optional(RowOrder) };

/** When the rows were last read from the service, or null for never. */
export const RefreshedAt = Type.Union([Type.Number(), Type.Null()]);

/** One page of a list. `total` counts its lines, `found` only the rows among them. */
export const LinesOf = <Line extends TSchema>(line: Line) =>
  Closed({ rows: Type.Array(line), total: Type.Integer(), found: Type.Integer(), refreshedAt: RefreshedAt });

/** One page of a list without headings. */
export const ListOf = <Row extends TSchema>(row: Row) =>
  Closed({ rows: Type.Array(row), total: Type.Integer(), refreshedAt: RefreshedAt });
