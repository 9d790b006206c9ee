import { chainName, EARN_CHAINS } from '../../../shared/model/index.ts';
import { SelectField } from '../../ui/field.tsx';

interface ChainFieldProps {
  readonly value: string;
  readonly onChange: (chain: string) => void;
}

/** Chooses one of the chains that have wrappers. */
export function ChainField(props: ChainFieldProps) {
  const choices = EARN_CHAINS.map((chain) => ({ value: chain, label: chainName(chain) }));
  return <SelectField label="Chain" choices={choices} {...props} />;
}
