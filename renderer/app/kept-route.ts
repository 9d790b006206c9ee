import { signersOf } from '../features/accounts/signers-of.ts';
import { ACCOUNTS_SECTION_NAMES } from '../state/accounts-sections.ts';
import { keepDraft, takeRestored } from '../state/draft.ts';
import { accountsList, privateKeysList } from '../state/lists.ts';
import { ORGANIZATION_SECTIONS } from '../state/organization-sections.ts';
import { type Route, useRoute } from '../state/route.ts';
import { useSession } from '../state/session.ts';
import { PLACE_NAMES } from './places.tsx';

/** The name under which main keeps the position. */
const FORM = 'route';
/** Rows that an address may find. */
const MOST = 50;

/** The members of the position that hold names and ids. */
const NAMED = [
  ...(['place', 'accountsSection', 'organizationSection', 'webhookView', 'isMany', 'operation'] as const),
  ...(['activityId', 'transaction', 'logEntry', 'search'] as const),
] as const;
type Named = Pick<Route, (typeof NAMED)[number]>;

/** An account, or an address of a private key. Its row is read again, so that no kept copy of a row is shown. */
interface KeptSigner {
  readonly kind: 'account' | 'key';
  readonly id: string;
  readonly address: string;
}

const signerOf = ({ account, signingKey }: Route): KeptSigner | null => {
  if (signingKey !== null) return { kind: 'key', id: signingKey.walletId, address: signingKey.address };
  return account === null ? null : { kind: 'account', id: account.walletAccountId, address: account.address };
};

const keptOf = (route: Route) => ({
  ...Object.fromEntries(NAMED.map((name) => [name, route[name]])),
  signer: signerOf(route),
});

const textOf = (profile: string, route: Route): string => JSON.stringify([profile, keptOf(route)]);

let isFirst = true;
let lastKept = '';

/** Gives main each position in the window, so that it outlives a crash of the page. */
export function keepRoute(): void {
  useRoute.subscribe((route) => {
    const profile = useSession.getState().app?.profile ?? null;
    if (profile === null || route.place === 'connect') return;
    const text = textOf(profile, route);
    if (text === lastKept) return;
    lastKept = text;
    keepDraft(FORM, profile, keptOf(route));
  });
}

/**
 * Returns to the position before a crash of the page, once, unless the operator has moved since. It is not kept again
 * before the operator moves: a place that crashes the page is not opened after a second crash.
 */
export function restoreRoute(profile: string): void {
  if (!isFirst) return;
  isFirst = false;
  const before = useRoute.getState();
  takeRestored(FORM, (values) => {
    if (values[profile] !== undefined) keepDraft(FORM, profile, undefined);
    void positionOf(values[profile]).then((position) => {
      if (position === null || useRoute.getState() !== before) return;
      lastKept = textOf(profile, { ...before, ...position });
      useRoute.setState(position);
    });
  });
}

/** Returns the kept position with the rows that main has now. Null for none, and for one that does not fit. */
async function positionOf(kept: unknown): Promise<Partial<Route> | null> {
  if (!isRecord(kept) || !isPosition(kept)) return null;
  const named = Object.fromEntries(NAMED.map((name) => [name, kept[name]])) as unknown as Named;
  const { signer } = kept as { readonly signer?: unknown };
  return { ...named, ...(await rowOf(signer).catch(() => ({}))) };
}

async function rowOf(signer: unknown): Promise<Partial<Pick<Route, 'account' | 'signingKey'>>> {
  if (!isRecord(signer) || !isText(signer.address)) return {};
  const question = { search: signer.address, offset: 0, limit: MOST };
  if (signer.kind === 'account') {
    const { rows } = await accountsList.load(question);
    return { account: rows.find(({ walletAccountId }) => walletAccountId === signer.id) ?? null };
  }
  const { rows } = await privateKeysList.load(question);
  const key = rows.find(({ privateKeyId }) => privateKeyId === signer.id);
  const signers = key === undefined ? [] : signersOf(key);
  return { signingKey: signers.find(({ address }) => address === signer.address) ?? null };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isNullOr = (type: 'string' | 'number', value: unknown) => value === null || typeof value === type;

/** Returns true for names and ids that a position can have. A page that was taken over could have kept any others. */
export function isPosition(kept: Readonly<Record<string, unknown>>): boolean {
  const { place, accountsSection, organizationSection, webhookView, isMany, search } = kept;
  return (
    (PLACE_NAMES as readonly unknown[]).includes(place) &&
    (ACCOUNTS_SECTION_NAMES as readonly unknown[]).includes(accountsSection) &&
    isText(organizationSection) &&
    Object.hasOwn(ORGANIZATION_SECTIONS, organizationSection) &&
    (webhookView === 'endpoints' || webhookView === 'bench') &&
    typeof isMany === 'boolean' &&
    isRecord(search) &&
    Object.values(search).every(isText) &&
    isNullOr('string', kept.operation) &&
    isNullOr('string', kept.activityId) &&
    isNullOr('number', kept.transaction) &&
    isNullOr('number', kept.logEntry)
  );
}
