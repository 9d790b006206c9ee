import { useEffect, useState } from 'react';
import {
  ADDRESS_FORMATS,
  chainName,
  type EndpointChain,
  type KnownRecipient,
  PAYER_FORMATS,
  type PaymentAsset,
  payerFormats,
  paymentFamilyOf,
  type TokenProgram,
} from '../../../../shared/model/index.ts';
import { call } from '../../../bridge.ts';
import { errorSentence } from '../../../language/sentence.ts';
import { AccountField } from '../../../parts/account-field.tsx';
import { RECIPIENT_CHOICES, recipientsFound } from '../../../parts/recipient-choices.tsx';
import type { SigningAccount } from '../../../state/route.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { type Choice, SelectField, TextField } from '../../../ui/field.tsx';
import { unitsIn } from '../../../words/earn.ts';
import { TRIED_CHAINS, type TriedPayment, triedRules } from './example-payments.ts';

const FORMATS = ADDRESS_FORMATS.filter((format) => PAYER_FORMATS.has(format));
const PROGRAMS = [
  { value: '', label: 'As the mint says' },
  { value: 'token', label: 'Token Program' },
  { value: 'token2022', label: 'Token-2022 Program' },
] as const satisfies readonly Choice<TokenProgram | ''>[];
const COIN: PaymentAsset = { token: null, symbol: 'ETH', decimals: 18 };

/** A payment as it is typed for a trial. */
interface TypedPayment {
  readonly account: SigningAccount | null;
  readonly chain: EndpointChain;
  readonly to: string;
  readonly token: string | null;
  readonly amount: string;
  /** The program of a token on Solana. Null to read it from the mint. */
  readonly program: TokenProgram | null;
}

type Problems = Partial<Record<'account' | 'to' | 'amount' | 'program', string>>;

export interface PaymentFields {
  readonly typed: TypedPayment;
  readonly assets: readonly PaymentAsset[];
  readonly recipients: readonly KnownRecipient[];
  readonly problems: Problems;
  readonly change: (changed: Partial<TypedPayment>) => void;
  /**
   * Returns the type and the parameters of the request that *Send* makes of the payment, with bytes of the vault. Null
   * when the form is incomplete, which then shows its problems.
   */
  readonly compose: () => Promise<ReturnType<ReturnType<typeof triedRules>['request']> | null>;
}

/** The state of the form of a payment. Nothing of it is signed. */
export function usePaymentFields(): PaymentFields {
  const [typed, setTyped] = useState<TypedPayment>({
    account: null,
    chain: 'eip155:1',
    to: '',
    token: null,
    amount: '',
    program: null,
  });
  const [problems, setProblems] = useState<Problems>({});
  const { chain, to, token, account, amount } = typed;
  const assets = useRead(chain, async () => (await call('payments.assets', { chain })).assets) ?? [COIN];
  const search = to.trim().slice(0, 200);
  const recipients =
    useRead(`${chain} ${search}`, async () => (await call('payments.recipients', { chain, search })).rows) ?? [];
  return {
    typed,
    assets,
    recipients,
    problems,
    change(changed) {
      setProblems({});
      setTyped({ ...typed, ...changed });
    },
    async compose() {
      // The shown list can still be that of another chain, whose coin has other decimals.
      const known = (await call('payments.assets', { chain })).assets;
      const asset = known.find((one) => one.token === token);
      const { units, problem } =
        asset === undefined ? { problem: 'Choose an asset.' } : unitsIn(amount, asset.decimals);
      const facts = await call('payments.recipient', { chain, address: to.trim() });
      const found: Problems = {
        ...(account === null ? { account: 'Choose an account.' } : {}),
        ...(facts.address === null
          ? { to: facts.problem === null ? 'Enter the address of the recipient.' : errorSentence(facts.problem) }
          : {}),
        ...(units === undefined ? { amount: problem ?? 'Enter an amount.' } : {}),
      };
      setProblems(found);
      if (account === null || facts.address === null || asset === undefined || units === undefined) return null;
      const payment = { chain, from: account.address, to: facts.address, asset, units };
      const program = hasProgram(typed) ? (typed.program ?? (await programOf(payment))) : undefined;
      if (program === null) {
        setProblems({ program: 'No node reported the program of this token. Choose it.' });
        return null;
      }
      const wanted = { ...payment, ...(program === undefined ? {} : { program }) };
      const rules = triedRules(chain);
      const { unsignedTransaction } = await call('payments.example', rules.payment(wanted));
      return rules.request(wanted, unsignedTransaction);
    },
  };
}

/** A token on Solana belongs to one of two programs, and its account differs with the program. */
const hasProgram = ({ chain, token }: Pick<TypedPayment, 'chain' | 'token'>): boolean =>
  token !== null && paymentFamilyOf(chain) === 'solana';

/** Reads the program of a token from its mint, by the nodes of the service. Null where no node answers. */
async function programOf({ chain, from, to, asset: { token }, units }: TriedPayment): Promise<TokenProgram | null> {
  try {
    const { fees } = await call('payments.quote', { chain, from, payment: { to, token, units } });
    return fees?.family === 'solana' ? fees.program : null;
  } catch {
    return null;
  }
}

/** Reads again when the key changes, and returns the newest value. Null before the first one and after a failure. */
function useRead<Value>(key: string, read: () => Promise<Value>): Value | null {
  const [value, setValue] = useState<Value | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for everything that is read
  useEffect(() => {
    let isNewest = true;
    const settle = (next: Value | null) => {
      if (isNewest) setValue(next);
    };
    read().then(settle, () => settle(null));
    return () => {
      isNewest = false;
    };
  }, [key]);
  return value;
}

const pays = ({ addressFormat }: SigningAccount, chain: EndpointChain) =>
  payerFormats(chain).some((format) => format === addressFormat);

/** Returns the first chain on which an account pays. */
const chainFor = (account: SigningAccount): EndpointChain =>
  TRIED_CHAINS.find((chain) => pays(account, chain)) ?? 'eip155:1';

/** The fields of a payment: from which account, on which chain, to whom, and how much. */
export function ComposedPayment({ payment }: { readonly payment: PaymentFields }) {
  const { typed, assets, recipients, problems, change } = payment;
  return (
    <>
      <AccountField
        label="From"
        account={typed.account}
        formats={FORMATS}
        problem={problems.account}
        onChange={(account) => {
          const chain = account === null || pays(account, typed.chain) ? typed.chain : chainFor(account);
          change({ account, chain, ...(chain === typed.chain ? {} : { token: null }) });
        }}
      />
      <SelectField
        label="Chain"
        value={typed.chain}
        choices={TRIED_CHAINS.map((chain) => ({ value: chain, label: chainName(chain) }))}
        onChange={(chain) => {
          const isKept = typed.account === null || pays(typed.account, chain);
          change({ chain, token: null, ...(isKept ? {} : { account: null }) });
        }}
      />
      <Combobox<KnownRecipient>
        label="To"
        placeholder="Name or address"
        problem={problems.to}
        items={recipients}
        value={null}
        typed={typed.to}
        onType={(to) => change({ to })}
        onOpen={() => undefined}
        onChoose={({ address }) => change({ to: address })}
        isClosed={recipients.length === 0 || recipients.some(({ address }) => address === typed.to.trim())}
        status={recipientsFound(recipients)}
        {...RECIPIENT_CHOICES}
      >
        {null}
      </Combobox>
      <div className="policy-amount">
        <TextField
          label="Amount"
          inputMode="decimal"
          value={typed.amount}
          problem={problems.amount}
          onChange={(event) => change({ amount: event.target.value })}
        />
        <SelectField
          label="Asset"
          value={typed.token ?? ''}
          choices={assets.map(({ token, symbol }) => ({ value: token ?? '', label: symbol }))}
          onChange={(token) => change({ token: token === '' ? null : token, program: null })}
        />
      </div>
      {hasProgram(typed) ? (
        <SelectField
          label="Token program"
          help="Each program has its own account for the same token."
          value={typed.program ?? ''}
          choices={PROGRAMS}
          problem={problems.program}
          onChange={(program) => change({ program: program === '' ? null : program })}
        />
      ) : null}
    </>
  );
}
