import type { ReactNode } from 'react';
import {
  inOrder,
  type ListName,
  type OrganizationContent,
  type OrganizationPart,
  type RowOrder,
  type RowRules,
  searchParts,
} from '../../../shared/model/index.ts';
import type { OrganizationSection } from '../../state/organization-sections.ts';
import {
  type AskedOperation,
  type DialogRoute,
  type OrganizationPage,
  openDialog,
  showOrganizationPage,
} from '../../state/route.ts';
import type { Refresh } from '../../state/work.ts';
import type { Fact } from '../../ui/facts.tsx';
import type { Column } from '../../ui/grid.tsx';
import { closeness } from '../../words/match.ts';
import type { Names } from './names.ts';

export interface SectionRow {
  readonly id: string;
}

/** The organization that a section shows, at a time. */
export interface Look {
  readonly content: OrganizationContent;
  readonly names: Names;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A line of the list: a row, or a heading between rows. */
export type Line<Row> =
  | { readonly row: Row }
  | {
      readonly heading: string;
      /** Stands before the heading, such as the position in an order. */
      readonly number?: string;
      /** Stands after it. */
      readonly note?: string;
    };

/** An action that opens the form of an operation, a page, or another dialog. */
export type SectionAct = { readonly label: string } & (
  | { readonly asked: AskedOperation }
  | { readonly page: OrganizationPage }
  | { readonly dialog: DialogRoute }
);

/** Opens the form, the page or the dialog of an action. */
export function runAct(act: SectionAct): void {
  if ('page' in act) showOrganizationPage(act.page);
  else if ('dialog' in act) openDialog(act.dialog);
  else openDialog({ name: 'operation', asked: act.asked });
}

/** The content of the inspector. */
export interface Inspected {
  readonly title: string;
  /** One line under the title. */
  readonly under: ReactNode;
  readonly notices?: ReactNode;
  /** Titled tables in their order. Ids come last. */
  readonly tables: readonly { readonly title: string; readonly facts: readonly Fact[] }[];
  /** Exact texts, such as the expressions of a policy. */
  readonly texts?: readonly { readonly label: string; readonly text: string }[];
}

/** One section of the organization as data. `SectionList` draws each of them. */
export interface Section<Row extends SectionRow> {
  readonly name: OrganizationSection;
  /** The part whose age and error the section shows. */
  readonly part: OrganizationPart;
  readonly one: string;
  readonly many: string;
  /** The job that reads the rows. By default all parts of the organization are read. */
  readonly refresh?: Refresh;
  readonly columns: readonly Column<Row>[];
  /** Does work on a list before its rows are made, outside of drawing. */
  prepare?(content: OrganizationContent): Promise<void>;
  /** All rows with their names, in the order of the list. */
  rows(look: Look): readonly Row[];
  /** Adds headings. By default there are none. */
  lines?(rows: readonly Row[], look: Look, isSearching: boolean): readonly Line<Row>[];
  /** The text of a row that a search goes through. */
  textOf(row: Row): string;
  /** The value by which a column orders the rows, by the key of the column. A row without one comes last. */
  readonly orders?: RowRules<Row>['orders'];
  /** The filters of the search by name, such as `tag` of `tag:treasurers`. The value is in lowercase. */
  readonly filters?: Readonly<Record<string, (row: Row, value: string, look: Look) => boolean>>;
  inspect(row: Row, look: Look): Inspected;
  /** The action of the section. Null where no request makes a row. */
  primary(look: Look): SectionAct | null;
  /** The actions on a row. The first two are buttons, the others are in a menu. */
  acts(row: Row, look: Look): readonly SectionAct[];
  /**
   * The action on several selected rows. Rows cannot be selected where it is absent. `refusal` is a sentence: why these
   * rows cannot have it together. Null when they can.
   */
  onSelected?(rows: readonly Row[]): SectionAct & { readonly refusal: string | null };
  /** The list that main writes to a file with the rows of the section. Absent for a section that the page puts together. */
  readonly csv?: ListName;
  /** The text of a cell in a file, by the key of its column, where the cell shows it in parts. */
  readonly texts?: Readonly<Record<string, (row: Row) => string>>;
  /** One sentence for a section without rows. */
  readonly empty: string;
  /** Stands above the rows. */
  pinned?(rows: readonly Row[], look: Look, search: string): ReactNode;
}

/** A section whose row type only its own declaration knows. */
export type AnySection = Section<SectionRow>;

/** Hides the row type of a declaration, so that one table holds all of them. */
export const section = <Row extends SectionRow>(declared: Section<Row>): AnySection =>
  declared as unknown as AnySection;

/** Returns true for a row that passes every filter of the search and has every word of it. */
function isFound(declared: AnySection, row: SectionRow, search: string, look: Look): boolean {
  const { filters = {} } = declared;
  const { tokens, text } = searchParts(search, Object.keys(filters));
  const passes = tokens.every((token) => {
    const at = token.indexOf(':');
    return filters[token.slice(0, at).toLowerCase()]?.(row, token.slice(at + 1).toLowerCase(), look) ?? true;
  });
  return passes && closeness(text, declared.textOf(row)) > 0;
}

/** Returns the lines of a section that a search finds, and the number of rows among them. */
export function linesOf(
  declared: AnySection,
  look: Look,
  search: string,
  order: RowOrder | null,
): { readonly lines: readonly Line<SectionRow>[]; readonly found: number } {
  const found = declared.rows(look).filter((row) => isFound(declared, row, search, look));
  const rows = inOrder({ orders: declared.orders ?? {}, filters: {} }, found, order);
  const lines = declared.lines?.(rows, look, search.trim() !== '') ?? rows.map((row) => ({ row }));
  return { lines: rows.length === 0 ? [] : lines, found: rows.length };
}
