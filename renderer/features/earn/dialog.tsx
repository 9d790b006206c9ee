import type { EarnRow } from '../../../shared/model/index.ts';
import type { EarnAct } from '../../state/route.ts';
import { AmountDialog } from './amount-dialog.tsx';
import { ClaimDialog } from './claim-dialog.tsx';
import { DeployDialog } from './deploy-dialog.tsx';

/** One action on an earning vault, from its form to its outcome on the chain. */
export function EarnDialog({ act, row }: { readonly act: EarnAct; readonly row: EarnRow | null }) {
  if (act === 'deploy') return <DeployDialog />;
  if (act === 'deposit') return <AmountDialog act={act} given={row} />;
  if (row === null) return null;
  return act === 'claim' ? <ClaimDialog row={row} /> : <AmountDialog act={act} given={row} />;
}
