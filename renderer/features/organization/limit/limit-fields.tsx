import { chainName, type OverTimeLimit } from '../../../../shared/model/index.ts';
import { windowText } from '../../../../shared/words/index.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { LIMIT_CHAINS, type LimitDraft, type LimitPlan, WINDOWS } from './limit-rules.ts';
import { SCOPES } from './limit-words.ts';

interface LimitFieldsProps {
  readonly draft: LimitDraft;
  readonly today: OverTimeLimit | null;
  readonly isBinding: boolean;
  readonly problems: LimitPlan['problems'];
  readonly assets: readonly { readonly token: string | null; readonly symbol: string }[];
  readonly wallets: readonly { readonly walletId: string; readonly walletName: string }[];
  readonly unit: string;
  readonly onChange: (changed: Partial<LimitDraft>) => void;
}

/** The fields of a limit, of which a change or a binding has fewer. */
export function LimitFields({ draft, today, isBinding, problems, assets, wallets, unit, onChange }: LimitFieldsProps) {
  const windows = WINDOWS.some((seconds) => seconds === draft.seconds) ? WINDOWS : [...WINDOWS, draft.seconds];
  return (
    <>
      {isBinding ? null : (
        <TextField
          label="Name"
          maxLength={128}
          autoFocus
          value={draft.name}
          problem={problems.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      )}
      {today === null ? (
        <div className="limit-row">
          <SelectField
            label="Chain"
            value={draft.chain}
            choices={LIMIT_CHAINS.map((chain) => ({ value: chain, label: chainName(chain) }))}
            onChange={(chain) => onChange({ chain, token: null })}
          />
          <SelectField
            label="Asset"
            value={draft.token ?? ''}
            choices={assets.map(({ token, symbol }) => ({ value: token ?? '', label: symbol }))}
            onChange={(token) => onChange({ token: token === '' ? null : token })}
          />
        </div>
      ) : null}
      {isBinding ? null : (
        <div className="limit-row">
          <TextField
            label={`Amount in ${unit}`}
            inputMode="decimal"
            value={draft.amount}
            problem={problems.amount}
            onChange={(event) => onChange({ amount: event.target.value })}
          />
          <SelectField
            label="Within"
            value={draft.seconds ?? ''}
            help="Each use leaves the window after this time."
            choices={windows.map((seconds) => ({ value: seconds ?? '', label: windowText(seconds) }))}
            onChange={(seconds) => onChange({ seconds: seconds === '' ? null : seconds })}
          />
        </div>
      )}
      {today === null ? (
        <SelectField
          label="Counted"
          value={draft.scope}
          choices={Object.entries(SCOPES).map(([value, label]) => ({ value: value as LimitDraft['scope'], label }))}
          onChange={(scope) => onChange({ scope })}
        />
      ) : null}
      {draft.scope === 'wallet' && (today === null || isBinding) ? (
        <SelectField
          label="Wallet"
          value={draft.walletId}
          choices={[
            { value: '', label: 'All wallets' },
            ...wallets.map(({ walletId, walletName }) => ({ value: walletId, label: walletName })),
          ]}
          onChange={(walletId) => onChange({ walletId })}
        />
      ) : null}
    </>
  );
}
