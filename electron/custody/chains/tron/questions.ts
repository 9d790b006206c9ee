import type { TronBlock } from '../../../../shared/model/index.ts';
import { utf8Decode } from '../../../../shared/wire/index.ts';
import { encodeCall, tronAccountHex } from '../../../crypto/index.ts';
import { NodeFault } from '../../node-fault.ts';
import { plain } from '../json-rpc.ts';
import type { Question } from '../line.ts';
import { malformed, readId, readList, readObject } from '../quantities.ts';

const question = <Value>(method: string, body: object, read: (result: unknown) => Value): Question<Value> => ({
  method,
  params: [body],
  read,
});

/** Reads an amount of sun, a height or a time, which Tron's nodes send as JSON numbers and leave out when zero. */
function readNumber(value: unknown, what: string): bigint {
  if (value === undefined) return 0n;
  if (Number.isSafeInteger(value) && (value as number) >= 0) return BigInt(value as number);
  throw malformed(what, 'is no number, or is too large');
}

/** A block, whose id begins with its number. */
function readBlock(result: unknown): TronBlock {
  const { blockID, block_header } = readObject(result, 'the block');
  const { raw_data } = readObject(block_header, 'the header of the block');
  const { number, timestamp } = readObject(raw_data, 'the header of the block');
  const block = {
    id: readId(blockID, 'the id of the block'),
    number: Number(readNumber(number, 'the number of the block')),
    timestamp: Number(readNumber(timestamp, 'the time of the block')),
  };
  if (BigInt(`0x${block.id.slice(0, 16)}`) !== BigInt(block.number))
    throw new NodeFault('malformed', 'it reported a block whose id has another number');
  return block;
}

/** The id of the first block, which names the chain. */
export const genesisBlock = question('/wallet/getblockbynum', { num: 0 }, (result) => readBlock(result).id);

/** The newest block. */
export const newestBlock = question('/wallet/getnowblock', {}, readBlock);

/** The balance of an account in sun. Null for an account that the chain does not know. */
export const accountBalance = (address: string): Question<bigint | null> =>
  question('/wallet/getaccount', { address, visible: true }, (result) => {
    const account = readObject(result, 'the account');
    if (Object.keys(account).length === 0) return null;
    if (account.address !== address) throw new NodeFault('malformed', 'it returned another account');
    return readNumber(account.balance, 'the balance');
  });

/** The prices that the network voted for, in sun. */
export interface TronPrices {
  /** For one byte, and for one unit of energy. */
  readonly byte: bigint;
  readonly energy: bigint;
  /** For an account that a transfer creates. */
  readonly account: bigint;
  /** For a transaction with a memo. */
  readonly memo: bigint;
}

export const prices = question('/wallet/getchainparameters', {}, (result): TronPrices => {
  const listed = new Map(
    readList(readObject(result, 'the parameters').chainParameter, 'the parameters').map((one) => {
      const { key, value } = readObject(one, 'the parameter');
      return [key, value] as const;
    }),
  );
  const price = (key: string) => {
    if (!listed.has(key)) throw new NodeFault('malformed', `it does not report the parameter ${key}`);
    const value = listed.get(key);
    return readNumber(value, `the parameter ${key}`);
  };
  return {
    byte: price('getTransactionFee'),
    energy: price('getEnergyFee'),
    account: price('getCreateNewAccountFeeInSystemContract') + price('getCreateAccountFee'),
    memo: price('getMemoFee'),
  };
});

/** The outcome of a call that is not sent: the returned word in hex and the used energy, or the reason of its failure. */
export type ConstantCall =
  | { readonly word: string; readonly energy: bigint; readonly refusal: null }
  | { readonly refusal: string };

function constantCall(from: string, token: string, data: Uint8Array): Question<ConstantCall> {
  const body = { owner_address: from, contract_address: token, data: Buffer.from(data).toString('hex'), visible: true };
  return question('/wallet/triggerconstantcontract', body, (result) => {
    const { result: outcome, constant_result, energy_used, transaction } = readObject(result, 'the call');
    const { result: isDone, message } = readObject(outcome, 'the outcome of the call');
    if (isDone !== true) return { refusal: `it says “${textOf(message)}”` };
    const { ret } = readObject(transaction, 'the transaction of the call');
    const [first] = Array.isArray(ret) ? ret : [];
    const state = first === undefined ? undefined : readObject(first, 'the outcome of the call').ret;
    if (state !== undefined && state !== 'SUCCESS' && state !== 'SUCESS') return { refusal: 'the contract reverts it' };
    const [word] = readList(constant_result, 'the result of the call');
    if (typeof word !== 'string' || !/^([0-9a-f]{2})*$/.test(word))
      throw malformed('the result of the call', 'is no bytes');
    return { word, energy: readNumber(energy_used, 'the energy'), refusal: null };
  });
}

/** The units of a token that an account has. */
export const tokenBalance = (owner: string, token: string): Question<bigint> => {
  const call = constantCall(owner, token, encodeCall('balanceOf(address)', `0x${tronAccountHex(owner, 'owner')}`));
  const { method, params } = call;
  return {
    method,
    params,
    read(result) {
      const outcome = call.read(result);
      if (outcome.refusal !== null || outcome.word.length !== 64) return 0n;
      return BigInt(`0x${outcome.word}`);
    },
  };
};

/** Runs a payment of a token without sending it. */
export const tokenTransfer = (from: string, token: string, to: string, units: bigint): Question<ConstantCall> =>
  constantCall(from, token, encodeCall('transfer(address,uint256)', `0x${tronAccountHex(to, 'to')}`, units));

/** The outcome of a transaction in a block. Null while no block includes it. */
export interface TronOutcome {
  readonly block: number;
  /** Null for one that succeeded. */
  readonly error: string | null;
}

export const outcomeOf = (txid: string): Question<TronOutcome | null> =>
  question('/wallet/gettransactioninfobyid', { value: txid }, (result) => {
    const info = readObject(result, 'the outcome');
    if (Object.keys(info).length === 0) return null;
    if (info.id !== txid) throw new NodeFault('malformed', 'it returned the outcome of another transaction');
    const block = Number(readNumber(info.blockNumber, 'the block of the transaction'));
    const { result: state = 'SUCCESS' } = readObject(info.receipt ?? {}, 'the receipt');
    const hasFailed = info.result === 'FAILED' || state !== 'SUCCESS';
    return { block, error: hasFailed ? plain(String(state === 'SUCCESS' ? 'FAILED' : state).slice(0, 100)) : null };
  });

/** The answers after which no node has the transaction. After any other, a node may still pass it on. */
const NOT_TAKEN =
  /^(?:SIGERROR|CONTRACT_VALIDATE_ERROR|CONTRACT_EXE_ERROR|TAPOS_ERROR|TOO_BIG_TRANSACTION_ERROR|TRANSACTION_EXPIRATION_ERROR)$/;

/** Hands a signed transaction on. Throws a `refused` NodeFault with the node's reason. */
export const send = (hex: string, txid: string): Question<void> =>
  question('/wallet/broadcasthex', { transaction: hex }, (result) => {
    const { result: isTaken, txid: named, code, message } = readObject(result, 'the reply');
    if (isTaken !== true)
      throw new NodeFault(
        'refused',
        `it says “${plain(String(code ?? 'no'))}: ${textOf(message)}”`,
        undefined,
        NOT_TAKEN.test(String(code)),
      );
    if (readId(named, 'the id of the sent transaction') !== txid)
      throw new NodeFault('malformed', 'it names the transaction with another id');
  });

/** A message of a node, which is often text in hex. */
function textOf(message: unknown): string {
  if (typeof message !== 'string') return 'no reason';
  const isHex = /^([0-9a-fA-F]{2})+$/.test(message);
  return plain((isHex ? utf8Decode(Uint8Array.from(Buffer.from(message, 'hex'))) : message).slice(0, 300));
}
