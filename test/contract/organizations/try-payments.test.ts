import { afterAll, beforeAll, expect, it } from 'vitest';
import { asExample } from '../../../electron/engine/payments/examples.ts';
import { composePayment } from '../../../electron/vault/compose-payment.ts';
import { triedRules } from '../../../renderer/features/organization/policy/example-payments.ts';
import type { EndpointChain } from '../../../shared/model/index.ts';
import { type StartedService, startService } from '../start-service.ts';

const SECP = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32' } as const;
const ACCOUNTS = [
  { ...SECP, path: "m/84'/0'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH' },
  { ...SECP, path: "m/44'/195'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_TRON' },
  {
    ...({ curve: 'CURVE_ED25519', pathFormat: 'PATH_FORMAT_BIP32', path: "m/44'/501'/0'/0'" } as const),
    addressFormat: 'ADDRESS_FORMAT_SOLANA',
  },
] as const;

let service: StartedService;
let addresses: readonly string[];
beforeAll(async () => {
  service = await startService();
  const wallet = { walletName: 'Hot', accounts: [...ACCOUNTS] };
  const { activity } = await service.client.createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', wallet));
  addresses = activity.result.createWalletResult?.addresses ?? [];
});
afterAll(() => service.stop());

const CHAINS: readonly (readonly [EndpointChain, string, string, string])[] = [
  [
    'bip122:000000000019d6689c085ae165831e93',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    '250000',
    'bitcoin.tx.outputs.count() == 2',
  ],
  ['tron:0x2b6653dc', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', '1000000', 'tron.tx.contract[0].amount == 1000000'],
  [
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    '8opHzTAnfzRpPEx21XtnrVTX28YQuCpAjcn1PczScKh',
    '1000000000',
    'solana.tx.transfers.count() == 1',
  ],
];

it.each(CHAINS.map((row, at) => [at, ...row] as const))(
  'the composed payment %i on %s is decided by its content',
  async (at, chain, to, units, condition) => {
    const typed = { chain, from: addresses[at] ?? '', to, units, asset: { token: null, symbol: 'COIN', decimals: 8 } };
    const rules = triedRules(chain);
    const { unsignedTransaction } = composePayment(asExample(rules.payment(typed), Date.now()));
    const { type, parameters } = rules.request(typed, unsignedTransaction);
    const policy = {
      ...({ policyId: null, policyName: 'Draft', effect: 'EFFECT_ALLOW' } as const),
      consensus: '',
      time: '',
      condition,
    };
    const whoami = await service.client.getWhoami({ organizationId: service.organizationId });
    const request = { type, parameters: JSON.stringify(parameters), approvers: [whoami.userId] };
    const { trials } = await service.tryPolicy({
      organizationId: service.organizationId,
      policy,
      activityIds: [],
      request,
      people: null,
    });
    expect(trials).toMatchObject([{ clauses: [{ value: 'true', reason: null }] }]);
  },
);

it.each([
  ['{"walletName": }', /^The parameters cannot be read: .*line 1, column 16.*Write one JSON object/],
  ['[]', /but a list/],
])('a composed request with the parameters %s names their fault', async (parameters, problem) => {
  const { organizationId } = service;
  const { userId } = await service.client.getWhoami({ organizationId });
  const request = { type: 'ACTIVITY_TYPE_CREATE_WALLET', parameters, approvers: [userId] };
  const { trials } = await service.tryPolicy({
    organizationId,
    activityIds: [],
    request,
    people: null,
    policy: {
      ...({ policyId: null, policyName: 'Draft', effect: 'EFFECT_ALLOW' } as const),
      condition: '',
      consensus: '',
      time: '',
    },
  });
  expect(trials).toEqual([{ activityId: null, problem: expect.stringMatching(problem) }]);
});
