import { useState } from 'react';
import { chainName, readAddressUri } from '../../shared/model/index.ts';
import { TextField } from '../ui/field.tsx';

interface AddressFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly problem: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * A field for an address. When it loses the focus, a chain or an amount beside the address is removed and shown below.
 */
export function AddressField({ help, value, onChange, ...shared }: AddressFieldProps) {
  const [taken, setTaken] = useState<string | null>(null);
  const take = (text: string) => {
    const uri = readAddressUri(text);
    if (uri === null) return;
    const amount = uri.amount === null ? '' : `, its amount ${uri.amount}`;
    setTaken(`Only the address was taken: its chain is ${chainName(uri.chain)}${amount}.`);
    onChange(uri.address);
  };
  return (
    <TextField
      {...shared}
      {...(taken === null ? (help === undefined ? {} : { help }) : { help: taken })}
      mono
      value={value}
      onChange={(event) => {
        setTaken(null);
        onChange(event.target.value);
      }}
      onBlur={(event) => take(event.target.value)}
    />
  );
}
