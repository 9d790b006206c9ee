import { visibleText } from '../../../shared/wire/index.ts';
import type { MovedItem } from '../../engine/index.ts';
import type { CommandContext } from '../context.ts';
import { command } from '../define.ts';
import { EXIT } from '../exit-codes.ts';
import { CONFIRM, PIN_FILE, PROFILE } from '../options.ts';

export const move = command({
  name: 'move',
  summary: 'moves wallets and private keys to another service, sealed from one service to the other',
  arguments: [
    {
      name: 'WALLET',
      summary: 'name or id of a wallet or private key; several may follow',
      required: true,
      many: true,
    },
  ],
  options: {
    to: { hint: 'NAME', required: true, summary: 'profile of the service to move to', completes: 'profiles' },
    from: { ...PROFILE, summary: 'profile of the service to move from, instead of the current one' },
    confirm: CONFIRM,
    'pin-file': PIN_FILE,
  },
  notes: [
    'The source encrypts each key to a key that the target signed for this import. No process of this machine can open it.',
    'The addresses of both services are compared. The wallet stays at the source, and its result lists what was not moved.',
    'If it stops at any step, run the same command again to continue. Exit code 3: others have to vote first.',
  ],
  examples: ['castellan move Treasury --to public', 'castellan move Treasury "Hot key" --from local --to public'],
  async run({ options: { to, from, confirm, 'pin-file': pinFile }, arguments: named }, context) {
    context.confirming = confirm;
    context.pinFile = pinFile ?? null;
    context.showing = true;
    const engine = await context.engine();
    const names = { from: engine.profiles.get(from).name, to };
    const moved: MovedItem[] = [];
    try {
      await engine.moves.run(
        { ...names, named },
        {
          signal: context.signal,
          ended: (item) => void moved.push(item),
        },
      );
    } finally {
      // A failed move still reports the wallets before it.
      if (moved.length > 0) await context.print({ ...names, moved });
    }
    for (const item of moved) await sayItem(item, names, context);
    return moved.some(({ state }) => state === 'waiting') ? EXIT.unfinished : undefined;
  },
});

async function sayItem(
  { kind, name, state, compared, waiting, notMoved }: MovedItem,
  { from, to }: { readonly from: string; readonly to: string },
  { say }: Pick<CommandContext, 'say'>,
): Promise<void> {
  const called = `The ${kind} “${visibleText(name)}”`;
  if (waiting !== null) {
    const { activityId, profile, status } = waiting;
    const words = status.replace('ACTIVITY_STATUS_', '').toLowerCase().replaceAll('_', ' ');
    await say(
      `${called} waits for activity ${activityId} at “${profile}” (${words}). Run the same command again after it is finished.`,
    );
    return;
  }
  const count = `${compared} ${compared === 1 ? 'address is' : 'addresses are'} the same at both services`;
  await say(
    `${called} ${state === 'moved' ? 'was moved to' : 'was already at'} “${to}”: ${count}. It stays at “${from}”.`,
  );
  const { policies, otherPolicies, tags, users, webhooks, velocityControls, mfaPolicies, ipRanges } = notMoved;
  const { unread, exportedBefore } = notMoved;
  const lists = {
    policies,
    'policies about other keys': otherPolicies,
    tags,
    users,
    webhooks,
    'velocity controls': velocityControls,
    'MFA policies': mfaPolicies,
    'IP allowlist': ipRanges,
  };
  for (const [what, names] of Object.entries(lists))
    if (names.length > 0)
      await say(visibleText(`  Not moved, ${what}: ${names.map((each) => `“${each}”`).join(', ')}`));
  if (unread.length > 0) await say(`  Not read, because “${from}” did not give them: ${unread.join(', ')}.`);
  if (exportedBefore !== false)
    await say(
      exportedBefore === null
        ? `  Not moved, mark: “${from}” marks it as exported. An earlier run of this move may be the only export.`
        : `  Not moved, mark: it was exported before, and “${to}” does not show that.`,
    );
}
