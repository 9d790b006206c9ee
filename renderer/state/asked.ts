import type { AskedOperation } from './route.ts';

/** The members of a request beside its title and operation. */
type Beside = Partial<Pick<AskedOperation, 'values' | 'fixed' | 'today' | 'about'>>;

/** Returns a request with known parameters. The form shows all members by default. */
export const asked = (title: string, operation: string, beside: Beside = {}): AskedOperation => ({
  title,
  operation,
  values: {},
  fixed: [],
  today: {},
  about: null,
  ...beside,
});

/** Returns a change of an object. The form starts with today's members, and sends those that differ. */
export const askedChange = (
  title: string,
  operation: string,
  id: AskedOperation['values'],
  today: AskedOperation['today'],
): AskedOperation => ({ title, operation, values: { ...id, ...today }, fixed: Object.keys(id), today, about: null });

/** Returns a request whose parameters are all known. Its form shows `about` alone. */
export const askedWhole = (
  title: string,
  operation: string,
  values: AskedOperation['values'],
  about: string,
): AskedOperation => ({ title, operation, values, fixed: Object.keys(values), today: {}, about });
