import { useEffect, useState } from 'react';
import type { EndpointChain, PaymentAsset } from '../../../../shared/model/index.ts';
import { call } from '../../../bridge.ts';

interface Read {
  readonly chain: EndpointChain;
  readonly assets: readonly PaymentAsset[];
}

/** Returns the known assets of a chain, its coin first. Empty until they are read, and when they cannot be. */
export function useAssets(chain: EndpointChain): readonly PaymentAsset[] {
  const [read, setRead] = useState<Read | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const keep = (assets: readonly PaymentAsset[]) => isCurrent && setRead({ chain, assets });
    call('payments.assets', { chain }).then(
      ({ assets }) => keep(assets),
      () => keep([]),
    );
    return () => {
      isCurrent = false;
    };
  }, [chain]);
  return read?.chain === chain ? read.assets : [];
}
