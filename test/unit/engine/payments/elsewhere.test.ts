import { beforeEach, describe, expect, it } from 'vitest';
import { statedOutpoints, unsignedEthereumPayment } from '../../../../electron/crypto/index.ts';
import { createNodes } from '../../../../electron/engine/payments/nodes.ts';
import { createPayments } from '../../../../electron/engine/payments/payments.ts';
import { createSpentHere } from '../../../../electron/engine/payments/signed-here.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { draftOf, keyOf, writeDraft } from '../../crypto/transactions/bitcoin/drafts.ts';

const NOW = 1_790_000_000_000;
const DAY = 24 * 3_600_000;
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';
const ETHEREUM = 'eip155:1';
const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PAYER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const HOLDER = 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8';
const PSBT = writeDraft(draftOf(['P2WPKH', 'P2TR'], keyOf(1, ['P2WPKH']).publicKey));
const OUTPUTS = statedOutpoints(PSBT).map(({ outpoint }) => outpoint);

/** The profile of a service elsewhere, and what stands beside it. */
let named: string[];
let own: { call: (name: string, input: object) => Promise<object> } | null;
let answers: Record<string, object>;
let asked: { name: string; input: object }[];
let stamped: string[];
/** The requests of this workstation, by their activities. */
let signed: Map<string, { status: string; at: number; origin: string; operation: object; parameters: object }>;
let unsettled: { profile: string; requestId: string; operation: string; body: Uint8Array }[];
let endpointsFail: boolean;
let kind: string;

beforeEach(() => {
  [named, asked, stamped, unsettled] = [[], [], [], []];
  [signed, endpointsFail, kind] = [new Map(), false, 'remote'];
  answers = {
    priceTransfer: { fees: { family: 'solana', heldUnits: null }, problem: null },
    readBalances: { balances: [{ caip19: `${ETHEREUM}/slip44:60`, units: '7' }], problem: null },
    nextNonce: { nonce: '41', problem: null },
    spendableOutputs: { outputs: [[{ txid: 'aa', index: 0, units: '9', previous: '00' }]], problem: null },
  };
  own = {
    async call(name, input) {
      asked.push({ name, input });
      return answers[name] ?? {};
    },
  };
});

function createBench() {
  const service = {
    own: () => own,
    startLocal: () => Promise.reject(new Error('the local service is not started for another service')),
    state: () => ({ state: own === null ? 'stopped' : 'running' }),
  };
  const endpoints = {
    list: async () => {
      if (endpointsFail) throw new AppError('DOCUMENT_CHANGED', 'The list of nodes was changed.');
      return named.map((chain) => ({ chain }));
    },
  };
  const activities = () =>
    [...signed].map(([id, { status, at }]) => ({
      json: {
        id,
        organizationId: 'o',
        status: `ACTIVITY_STATUS_${status}`,
        type: 'T',
        intent: {},
        result: null,
        votes: [],
        fingerprint: `sha256:${'0'.repeat(64)}`,
        canApprove: false,
        canReject: false,
        createdAt: { seconds: String(at / 1000), nanos: '0' },
        updatedAt: { seconds: String(at / 1000), nanos: '0' },
      },
    }));
  const base = {
    cache: { reader: { ofTypes: activities } },
    records: {
      journal: { unsettled: () => unsettled, get: (id: string) => unsettled.find(({ requestId }) => requestId === id) },
    },
  };
  const clock = { now: () => NOW };
  return createPayments({
    clock,
    profiles: { get: () => ({ name: 'desk', kind }) },
    queries: {
      ask: async (name: string) => {
        stamped.push(name);
        return { balances: [], nonce: '900' };
      },
    },
    privateKeys: { has: () => false },
    nodes: createNodes({ endpoints, service } as never),
    spentHere: createSpentHere(base as never, {
      clock,
      findRequested: ((_profile: object, { id }: { id: string }) => ({ body: '', ...signed.get(id) })) as never,
    }),
    vault: { open: async () => async () => ({ unsignedTransaction: '02aa' }) },
  } as never);
}

const quoteOf = (chain: string, from: string) =>
  createBench().quote({ chain: chain as never, from, payment: { to: from, token: null, units: '1' } });
const transfer = (nonce: number) => ({
  operation: OPERATIONS.sign_transaction,
  parameters: {
    signWith: FROM,
    type: 'TRANSACTION_TYPE_ETHEREUM',
    unsignedTransaction: unsignedEthereumPayment({
      family: 'ethereum',
      chain: ETHEREUM,
      nonce: String(nonce),
      gasLimit: '21000',
      to: TO,
      token: null,
      units: '1',
      maxFeePerGas: '2',
      maxPriorityFeePerGas: '1',
    }),
  },
});
const sending = {
  operation: OPERATIONS.btc_send_transaction,
  parameters: { signWith: PAYER, caip2: BITCOIN, unsignedTransaction: PSBT },
};
const inputOf = (name: string) => asked.find((one) => one.name === name)?.input;

describe('a payment by a service elsewhere', () => {
  it('takes the fee and the balance from the node that the operator named, and asks the service nothing', async () => {
    named = [SOLANA];
    answers.readBalances = { balances: [{ caip19: `${SOLANA}/slip44:501`, units: '9' }], problem: null };
    expect(await quoteOf(SOLANA, HOLDER)).toMatchObject({
      coinUnits: '9',
      nonce: null,
      fees: { family: 'solana' },
      problems: [],
      notes: [],
    });
    expect(stamped).toEqual([]);
  });

  it('takes the nonce from that node, and says which payments it cannot know', async () => {
    named = [ETHEREUM];
    const quote = await quoteOf(ETHEREUM, FROM);
    expect(quote).toMatchObject({ coinUnits: '7', nonce: '41', problems: [] });
    expect(quote).not.toHaveProperty('freeNonce');
    expect(quote.notes).toEqual([expect.stringContaining('may have the same nonce')]);
    expect(stamped).toEqual([]);
  });

  it('names the missing node and the remedy, and never asks the local service', async () => {
    const { fees, problems } = await quoteOf(SOLANA, HOLDER);
    expect(fees).toBeNull();
    expect(problems).toEqual([
      'No node of Solana is named, and this service has no operation that reports fees. Castellan asked no node for the fee. Add a node in Settings, Network. Or compose the payment elsewhere, and sign it on the Sign page.',
    ]);
    expect(asked).toEqual([]);
    expect(stamped).toEqual(['get_wallet_address_balances']);
  });

  it('names the stopped local service and the remedy', async () => {
    [named, own] = [[SOLANA], null];
    const { fees, problems } = await quoteOf(SOLANA, HOLDER);
    expect(fees).toBeNull();
    expect(problems).toEqual([
      expect.stringContaining('The local service does not run, and its process asks the nodes.'),
    ]);
    expect(problems[0]).toContain('Choose the profile of the vault on this machine once to start it.');
  });

  it('has no balance and no nonce of the service where the node fails, or the list of nodes was changed', async () => {
    named = [ETHEREUM];
    answers.readBalances = { balances: null, problem: 'the node of eip155:1 did not answer' };
    answers.nextNonce = { nonce: null, problem: 'the node of eip155:1 did not answer' };
    answers.priceTransfer = { fees: null, problem: 'the node of eip155:1 did not answer' };
    expect(await quoteOf(ETHEREUM, FROM)).toMatchObject({
      coinUnits: null,
      nonce: null,
      fees: null,
      problems: ['The node of Ethereum did not answer.'],
    });
    endpointsFail = true;
    expect(await quoteOf(ETHEREUM, FROM)).toMatchObject({
      coinUnits: null,
      nonce: null,
      fees: null,
      problems: ['The list of nodes was changed.'],
    });
    expect(stamped).toEqual([]);
  });

  it('is priced for a replacement and a batch by the node, and not at all without one', async () => {
    const wanted = { chain: SOLANA, from: HOLDER, payment: { to: HOLDER, token: null, units: '1' } } as const;
    expect(await createBench().fees(wanted)).toBeNull();
    named = [SOLANA];
    expect(await createBench().fees(wanted)).toMatchObject({ family: 'solana' });
  });
});

describe('two payments in a row by a service elsewhere', () => {
  it.each([
    ['that was asked for here', 'COMPLETED', 0, 'asked', '42'],
    ['that was approved here', 'COMPLETED', 0, 'voted', '42'],
    ['that waits for votes', 'CONSENSUS_NEEDED', 0, 'asked', '42'],
    ['that failed', 'FAILED', 0, 'asked', undefined],
    ['that was rejected', 'REJECTED', 0, 'asked', undefined],
    ['of fifteen days ago', 'COMPLETED', 15 * DAY, 'asked', undefined],
    ['that only the service shows', 'COMPLETED', 0, 'shown', undefined],
  ])('do not share the nonce of one %s', async (_words, status, ago, origin, free) => {
    named = [ETHEREUM];
    signed.set('one', { status, at: NOW - ago, origin, ...transfer(41) });
    const quote = await quoteOf(ETHEREUM, FROM);
    expect([quote.nonce, quote.freeNonce]).toEqual(['41', free]);
  });

  it('leave out the nonce of a request without a reply, and fill the first gap', async () => {
    named = [ETHEREUM];
    const { operation, parameters } = transfer(42);
    const body = utf8Encode(JSON.stringify({ parameters }));
    unsettled.push({ profile: 'desk', requestId: 'open', operation: operation.name, body });
    signed.set('one', { status: 'COMPLETED', at: NOW, origin: 'asked', ...transfer(41) });
    signed.set('far', { status: 'COMPLETED', at: NOW, origin: 'asked', ...transfer(44) });
    expect(await quoteOf(ETHEREUM, FROM)).toMatchObject({ nonce: '41', freeNonce: '43' });
    unsettled[0] = { profile: 'other', requestId: 'open', operation: operation.name, body };
    expect(await quoteOf(ETHEREUM, FROM)).toMatchObject({ freeNonce: '42' });
  });

  it('do not share an output: the node is asked for the others, and so are the amounts', async () => {
    named = [BITCOIN];
    signed.set('one', { status: 'COMPLETED', at: NOW, origin: 'asked', ...sending });
    const payment = { family: 'bitcoin', chain: BITCOIN, from: PAYER, to: PAYER, units: '5', token: null } as const;
    await createBench().composeAll([{ number: 0, payment: { ...payment, feeRate: '1000', feeAtMost: '9' } }], ['bb:1']);
    expect(inputOf('spendableOutputs')).toMatchObject({ without: ['bb:1', ...OUTPUTS] });
    const { notes } = await quoteOf(BITCOIN, PAYER);
    expect(inputOf('priceTransfer')).toMatchObject({ without: OUTPUTS });
    expect(notes).toEqual([expect.stringContaining('may spend the same outputs')]);
  });

  it('need a node for the outputs, which the service never reports', async () => {
    const payment = { family: 'bitcoin', chain: BITCOIN, from: PAYER, to: PAYER, units: '5', token: null } as const;
    const composed = createBench().compose({ ...payment, feeRate: '1000', feeAtMost: '9' });
    await expect(composed).rejects.toThrow('No node of Bitcoin is named');
    expect([asked, stamped]).toEqual([[], []]);
  });
});
