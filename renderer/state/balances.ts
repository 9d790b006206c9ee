import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { type AddressBalances, MAXIMUM_BALANCE_ADDRESSES } from '../../shared/model/index.ts';
import { call, on } from '../bridge.ts';
import { useClock } from './clock.ts';
import { useSession } from './session.ts';

/** The wait for the other rows that come into view, and for the other balances that arrive, in milliseconds. */
const GATHER_MS = 120;
/** The newest answer, with the profile whose accounts it is about. */
interface Known {
  readonly profile: string;
  readonly rows: readonly AddressBalances[];
}
const useBalances = create<Known>(() => ({ profile: '', rows: [] }));

/** The number of cells and details that show each address. */
const shown = new Map<string, number>();
let isWaiting = false;
let stops: readonly (() => void)[] = [];

function askSoon(): void {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    const addresses = [...shown.keys()].slice(-MAXIMUM_BALANCE_ADDRESSES);
    if (addresses.length === 0) return;
    call('balances.list', { addresses }).then(
      (answer) => useBalances.setState(answer),
      // Balances that cannot be read are left out. The list itself shows a problem with the profile.
      () => undefined,
    );
  }, GATHER_MS);
}

/** Returns the known balances of an account, by chain. While it is shown, older ones are read again. None without an address. */
export function useBalancesOf(address: string | null): readonly AddressBalances[] {
  const profile = useSession(({ app }) => app?.profile ?? '');
  useEffect(() => {
    if (address === null) return undefined;
    shown.set(address, (shown.get(address) ?? 0) + 1);
    if (stops.length === 0) stops = [on('balances.changed', askSoon), useClock.subscribe(askSoon)];
    askSoon();
    return () => {
      const left = (shown.get(address) ?? 1) - 1;
      if (left > 0) shown.set(address, left);
      else shown.delete(address);
      if (shown.size > 0) return;
      for (const stop of stops) stop();
      stops = [];
    };
  }, [address]);
  const known = useBalances();
  return useMemo(() => balancesIn(known, profile, address), [known, profile, address]);
}

/** Returns the balances of an account of that profile. None while the answer is about another profile. */
export const balancesIn = (
  { profile, rows }: Known,
  wanted: string,
  address: string | null,
): readonly AddressBalances[] => (profile === wanted ? rows.filter((row) => row.address === address) : []);
