import { describe, expect, it } from 'vitest';
import { commandsFor } from '../../../../renderer/app/palette/commands.ts';
import { OPERATION_COMMANDS } from '../../../../renderer/app/palette/operation-commands.ts';
import { useRoute } from '../../../../renderer/state/route.ts';
import { ranked } from '../../../../renderer/words/match.ts';

const commands = commandsFor({ profiles: [], account: null, waiting: {} });
const labels = (typed: string) =>
  [...ranked(typed, commands), ...ranked(typed, OPERATION_COMMANDS)].map((one) => one.label);

describe('the palette', () => {
  it.each([
    ['policy', 'Policies'],
    ['webhook', 'Webhook bench'],
    ['send', 'Send a payment'],
    ['broadcast', 'Send a payment'],
    ['usdc', 'Send a payment'],
    ['batch', 'Send a payment'],
    ['backup', 'Settings: Backup'],
    ['restore', 'Settings: Backup'],
    ['import', 'Import wallet, private key or secret'],
    ['vote', 'Go to inbox'],
    ['approve', 'Go to inbox'],
    ['mfa', 'Second factors'],
    ['quorum', 'Quorum'],
    ['receive', 'Receive with an account'],
    ['deposit', 'Receive with an account'],
    ['qr', 'Receive with an account'],
    ['node', 'Settings: Network'],
    ['limit', 'Limits'],
    ['theme', 'Use the light theme'],
    ['update', 'Settings: Updates'],
    ['offline', 'Go to offline station'],
    ['create policy', 'Create policy'],
    ['delete wallets', 'Delete wallets'],
    ['whoami', 'Who am I'],
  ])('finds for “%s” first: %s', (typed, label) => expect(labels(typed)[0]).toBe(label));

  it('reaches every operation, and shows its form', () => {
    const creation = OPERATION_COMMANDS.find(({ id }) => id === 'operation:create_policy');
    creation?.run();
    expect(useRoute.getState()).toMatchObject({ place: 'operations', operation: 'create_policy' });
  });
});
