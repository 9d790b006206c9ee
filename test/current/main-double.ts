import type { Page } from 'playwright/test';
import { CHANNELS, CONTRACT, type Entry } from '../../shared/ipc/index.ts';
import { checkValue } from '../../shared/operations/index.ts';
import { createFixtureBridge, type Scenario } from '../unit/renderer/fixture-bridge.ts';

interface Frame {
  readonly name: string;
  readonly jobId: string;
  readonly input: unknown;
}

/** The entries of the contract by their names, `group.entry`. */
const ENTRIES: ReadonlyMap<string, Entry> = new Map(
  Object.entries(CONTRACT).flatMap(([group, entries]) =>
    Object.entries(entries).map(([name, entry]): [string, Entry] => [`${group}.${name}`, entry]),
  ),
);

/**
 * Answers the preload of `page` in main's place, with ready-made data.
 * @param complain called with each breach of the contract, in either direction
 */
export async function answerPage(page: Page, scenario: Scenario, complain: (what: string) => void): Promise<void> {
  const check = (what: string, schema: Parameters<typeof checkValue>[0], value: unknown) =>
    checkValue(schema, value).forEach(({ path, reason }) => {
      complain(`${what} ${path}: ${reason}`);
    });
  const emit = (channel: typeof CHANNELS.event | typeof CHANNELS.progress, frame: unknown) =>
    void page
      .evaluate(([to, sent]) => window.castellanEmit(to, sent), [channel, frame] as const)
      // The page was closed before the last frames reached it.
      .catch(() => undefined);

  const main = createFixtureBridge(scenario);
  for (const [name, entry] of ENTRIES)
    if (entry.kind === 'event')
      main.on(name, (payload) => {
        check(`event ${name}`, entry.payload, payload);
        emit(CHANNELS.event, { name, payload });
      });

  await page.exposeFunction('castellanAsk', async (channel: string, { name, jobId, input }: Frame) => {
    if (channel === CHANNELS.cancel) return main.cancel(jobId);
    const entry = ENTRIES.get(name);
    if (entry === undefined || entry.kind === 'event' || CHANNELS[entry.kind] !== channel) {
      complain(`${channel} ${name}: no such entry`);
      return undefined;
    }
    check(`input of ${name}`, entry.input, input);
    const reply = await (entry.kind === 'call'
      ? main.call(name, input)
      : main.job(name, jobId, input, (value) => {
          check(`progress of ${name}`, entry.progress, value);
          emit(CHANNELS.progress, { jobId, value });
        }));
    if (reply.ok) check(`output of ${name}`, entry.output, reply.value);
    return reply;
  });
}
