/** The rows of Secrets and TVC apps. The page shows those that main writes to a file. */
import type { AppDeployment, StoredSecret, VerifiableApp } from './organization.ts';
import { inOrder, type RowOrder, type RowRules, readSearch } from './row-rules.ts';

/** The rules of a list that is searched in one go, and the text of a row that a search goes through. */
export interface FoundRules<Row> extends RowRules<Row> {
  readonly textOf: (row: Row) => string;
}

/** The name of a secret that has none. */
export const NO_SECRET_NAME = 'Without a name';

/** Returns the properties of a secret as text. */
export const secretProperties = ({ properties }: Pick<StoredSecret, 'properties'>): string =>
  properties.map(({ key, value }) => `${key}: ${value}`).join(', ');

export const SECRET_RULES: FoundRules<StoredSecret> = {
  textOf: (secret) => [secret.name ?? NO_SECRET_NAME, secret.id, secretProperties(secret)].join(' '),
  orders: { name: ({ name }) => name, added: ({ createdAt }) => createdAt },
  filters: {
    property: ({ properties }, value) =>
      properties.some((property) => `${property.key}=${property.value}`.toLowerCase().includes(value)),
  },
};

/** A deployment of an application, or an application without one. */
export interface AppRow {
  readonly id: string;
  readonly app: VerifiableApp;
  readonly deployment: AppDeployment | null;
  readonly state: 'live' | 'not live' | 'marked for deletion' | 'no deployment' | 'not read';
}

/** Returns the rows of an application, at least one. */
export const appRowsOf = (app: VerifiableApp): readonly AppRow[] =>
  app.deployments === null || app.deployments.length === 0
    ? [{ id: app.id, app, deployment: null, state: app.deployments === null ? 'not read' : 'no deployment' }]
    : app.deployments.map((deployment) => ({ id: deployment.id, app, deployment, state: stateOf(app, deployment) }));

function stateOf({ liveDeploymentId }: VerifiableApp, { id, isDeleted }: AppDeployment): AppRow['state'] {
  if (isDeleted) return 'marked for deletion';
  return id === liveDeploymentId ? 'live' : 'not live';
}

export const APP_RULES: FoundRules<AppRow> = {
  textOf: ({ app, deployment, state, id }) =>
    [app.name, app.id, deployment?.image, deployment?.version, deployment?.digest, state, id].join(' '),
  orders: {
    name: ({ app }) => app.name,
    version: ({ deployment }) => deployment?.version ?? null,
    state: ({ state }) => state,
  },
  filters: { state: ({ state }, value) => state.replaceAll(' ', '-').startsWith(value) },
};

/** Returns the rows that pass every filter of a search and have every word of it, in an order. */
export function foundRows<Row>(
  rules: FoundRules<Row>,
  rows: readonly Row[],
  search: string,
  order: RowOrder | null,
): readonly Row[] {
  const { text, passes } = readSearch(rules, search);
  const words = text.toLowerCase().split(/\s+/);
  const found = rows.filter((row) => {
    const all = rules.textOf(row).toLowerCase();
    return passes(row) && words.every((word) => all.includes(word));
  });
  return inOrder(rules, found, order);
}
