import { hpkeSeal } from '../../electron/crypto/index.ts';
import {
  type CustodyMessages,
  type InputOf,
  MASTER_INFO,
  type MessageHandlers,
  type Observed,
} from '../../shared/processes/index.ts';

type Message = Pick<MessageHandlers<CustodyMessages>, 'offerKey' | 'start'>;

/** The input of a local service's start, with its opened master key: 32 bytes. */
export type StartInput = Omit<InputOf<CustodyMessages, 'start'>, 'master' | 'observed'> & {
  readonly master: Uint8Array;
  readonly observed?: Partial<Observed> | undefined;
};

/** A service whose operator asked for neither requests in the log nor metrics. */
export const OBSERVED: Observed = { version: '0.0.0', logsRequests: false, hasMetrics: false };

/** Starts a local service as main and vault do together: its master key is sealed to the key that it offered. */
export async function startCustody({ offerKey, start }: Message, { master, observed, ...input }: StartInput) {
  const { sealTo } = await offerKey({});
  return start({ ...input, observed: { ...OBSERVED, ...observed }, master: sealMaster(master, sealTo) });
}

/** As the vault seals it. */
export const sealMaster = (master: Uint8Array, sealTo: Uint8Array) =>
  hpkeSeal({ recipientPublic: sealTo, plaintext: master, info: MASTER_INFO });
