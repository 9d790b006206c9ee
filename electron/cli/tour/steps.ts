import { AppError } from '../../../shared/errors/index.ts';
import type { ExportProof } from '../../../shared/model/index.ts';
import { type ActivityName, type ActivityParameters, OPERATIONS } from '../../../shared/operations/index.ts';
import { resultOf } from '../../client/index.ts';
import type { Engine, SubmittedRequest } from '../../engine/index.ts';
import { cancelled } from '../input.ts';

const PATH = "m/44'/60'/0'/0/0";
const FORMAT = 'ADDRESS_FORMAT_ETHEREUM';
const PAYLOAD = 'Castellan keeps the gate.';
/** Unsigned EIP-1559: chain 1, nonce 0, 0.01 ether, gas 21000, at most 30 gwei. The tour sends it nowhere. */
const TRANSACTION =
  '02ef0180843b9aca008506fc23ac008252089470997970c51812dc3a010c7d01b50e0d17dc79c8872386f26fc1000080c0';

/** One step of the tour: its title, its values, and its proof. */
export interface TourStep {
  readonly title: string;
  readonly values: Readonly<Record<string, string>>;
  readonly proves: string;
}

export interface Tour {
  readonly engine: Engine;
  /** Prints a completed step. */
  readonly say: (step: TourStep) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Runs the main task from nothing to a proven export. Throws the error of the first failing step. */
export async function takeTour(tour: Tour): Promise<void> {
  await startService(tour);
  await introduce(tour);
  const address = await makeWallet(tour);
  await listAccounts(tour, address);
  await signPayload(tour, address);
  await signTransaction(tour, address);
  await verifyAddress(tour, address, await exportAccount(tour, address));
  await checkAudit(tour);
}

async function startService({ engine, say, signal }: Tour): Promise<void> {
  await engine.setup.createLocal({ store: 'file' }, { signal });
  const { baseUrl, keys } = await engine.service.startLocal();
  await say({
    title: 'Start the local service',
    values: { address: baseUrl, 'signs exports': keys.signer },
    proves: 'a complete custody service runs on this machine, on loopback only',
  });
}

async function introduce({ engine, say, signal }: Tour): Promise<void> {
  const who = await engine.queries.ask('whoami', {}, { signal });
  const [credential] = engine.credentials.list();
  await say({
    title: 'Make an organization and an API key',
    values: {
      organization: `${who.organizationName}  ${who.organizationId}`,
      user: `${who.username}  ${who.userId}`,
      'public key': credential?.publicKey ?? '',
      'kept in': credential?.backend ?? '',
    },
    proves: 'the service verified a stamp of this key over the exact bytes of a request',
  });
}

async function makeWallet(tour: Tour): Promise<string> {
  const accounts = [
    { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32', path: PATH, addressFormat: FORMAT },
  ] as const;
  const { activity } = await submit(tour, 'create_wallet', { walletName: 'Tour', accounts: [...accounts] });
  const { walletId, addresses } = resultOf(OPERATIONS.create_wallet, activity);
  const [address = ''] = addresses;
  await tour.say({
    title: 'Make a wallet',
    values: { activity: activity.id, fingerprint: activity.fingerprint, wallet: walletId, address },
    proves: 'the service made and sealed the seed, and returned only public values',
  });
  return address;
}

async function listAccounts(tour: Tour, address: string): Promise<void> {
  await tour.engine.accounts.refresh({ signal: tour.signal });
  const { rows, total } = tour.engine.accounts.list({ search: '', offset: 0, limit: 10 });
  const found = rows.find((row) => row.address === address);
  if (found === undefined) throw unexpected('The new account is missing in the list of accounts');
  await tour.say({
    title: 'List the accounts',
    values: { accounts: String(total), wallet: found.walletName, path: found.path, address: found.address },
    proves: 'accounts are kept in a cache on this machine and stay readable offline',
  });
}

async function signPayload(tour: Tour, address: string): Promise<void> {
  const { activity, signature } = await submit(tour, 'sign_raw_payload', {
    signWith: address,
    payload: PAYLOAD,
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_KECCAK256',
  });
  if (signature === null) throw unexpected('The signature was not checked');
  const { r, s, v } = resultOf(OPERATIONS.sign_raw_payload, activity);
  await tour.say({
    title: 'Sign a payload and check the signature',
    values: {
      payload: PAYLOAD,
      r,
      s,
      v,
      'signed digest': signature.signed[0] ?? '',
      'public key': signature.publicKey,
    },
    proves: `the digest was recomputed here, and ${signature.address} signed it`,
  });
}

async function signTransaction(tour: Tour, address: string): Promise<void> {
  const { signature } = await submit(tour, 'sign_transaction', {
    signWith: address,
    unsignedTransaction: TRANSACTION,
    type: 'TRANSACTION_TYPE_ETHEREUM',
  });
  if (signature === null || signature.transactionId === null) throw unexpected('The transaction was not checked');
  await tour.say({
    title: 'Sign a transaction and check every field of it',
    values: {
      unsigned: TRANSACTION,
      compared: signature.compared.join(', '),
      'signed digest': signature.signed[0] ?? '',
      'transaction id': signature.transactionId,
    },
    proves: `the transaction matches the request, and ${signature.address} signed it. It was not sent to a chain`,
  });
}

async function exportAccount(tour: Tour, address: string): Promise<ExportProof> {
  const { engine } = tour;
  const target = await engine.exports.createTarget();
  const { activity } = await submit(tour, 'export_wallet_account', {
    address,
    targetPublicKey: target.targetPublicKey,
  });
  await engine.activities.refresh({ signal: tour.signal });
  const { revealId, proof } = await engine.exports.openActivity(activity.id);
  await engine.exports.close(revealId);
  await engine.exports.destroyTarget(target.id);
  await tour.say({
    title: 'Export the account and open the bundle in the vault',
    values: {
      'target key': target.targetPublicKey,
      'signed by': proof.signerKey,
      opened: `${proof.byteLength} bytes, wiped again, and the target key destroyed`,
    },
    proves: 'only the vault could open it: signer, organization and version were checked first, with no network',
  });
  return proof;
}

async function verifyAddress(tour: Tour, address: string, proof: ExportProof): Promise<void> {
  if (proof.derivedAddress === null || proof.derivedAddress !== address) {
    throw new AppError(
      'ADDRESS_MISMATCH',
      'The exported key does not belong to the account. The tour stopped. Report this, with the output of `castellan doctor`.',
    );
  }
  await tour.say({
    title: 'Verify the derived address',
    values: { account: address, derived: proof.derivedAddress },
    proves: 'the exported key is the key of this account',
  });
}

async function checkAudit({ engine, say, signal }: Tour): Promise<void> {
  const { entries } = await engine.audit.verify({ signal });
  await say({
    title: 'Check the audit log',
    values: { entries: String(entries) },
    proves:
      'each entry is linked to the one before, the newest is signed by the vault, and the counter beside the keys agrees',
  });
}

async function submit<Name extends ActivityName>(
  { engine, signal }: Tour,
  name: Name,
  parameters: ActivityParameters<Name>,
): Promise<SubmittedRequest> {
  if (signal.aborted) throw cancelled('Cancelled. The tour leaves nothing behind.');
  const { requestId } = await engine.requests.prepare(name, parameters as Record<string, unknown>);
  return engine.requests.submit(requestId, { signal });
}

function unexpected(what: string): AppError {
  return new AppError('SERVICE_REPLY_INVALID', `${what}. The tour stopped. \`castellan doctor\` checks this machine.`);
}
