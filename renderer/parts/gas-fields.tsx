import { TextField } from '../ui/field.tsx';

/** The typed fee of a payment on Ethereum's kind of chain, as the operator wrote it. */
interface GasDraft {
  readonly maxFee: string;
  readonly priorityFee: string;
  readonly gasLimit: string;
}

interface GasFieldsProps {
  readonly draft: GasDraft;
  readonly problems: { readonly [Field in keyof GasDraft]?: string | undefined };
  /** The unit of the fees, by default gwei. */
  readonly unit?: string | undefined;
  readonly gasLimitLabel: string;
  readonly gasLimitHelp?: string | undefined;
  readonly onChange: (change: Partial<GasDraft>) => void;
}

/** Three fields: both fees of EIP-1559, and the gas limit. */
export function GasFields({ draft, problems, unit = 'gwei', gasLimitLabel, gasLimitHelp, onChange }: GasFieldsProps) {
  return (
    <>
      <TextField
        label={`Fee at most (${unit})`}
        inputMode="decimal"
        value={draft.maxFee}
        problem={problems.maxFee}
        onChange={(event) => onChange({ maxFee: event.target.value })}
      />
      <TextField
        label={`Priority fee (${unit})`}
        inputMode="decimal"
        value={draft.priorityFee}
        problem={problems.priorityFee}
        onChange={(event) => onChange({ priorityFee: event.target.value })}
      />
      <TextField
        label={gasLimitLabel}
        inputMode="numeric"
        value={draft.gasLimit}
        problem={problems.gasLimit}
        help={gasLimitHelp}
        onChange={(event) => onChange({ gasLimit: event.target.value })}
      />
    </>
  );
}
