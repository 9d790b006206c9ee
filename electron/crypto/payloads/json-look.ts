/** Transactions and typed data that a text has in JSON, by the members that applications write. */

/** The members of typed data and of transactions, as applications write them in JSON. */
const REQUESTS: readonly (readonly [string, readonly RegExp[]])[] = [
  ['typed data (EIP-712)', [/"primaryType"/, /"types"/]],
  ['typed data (EIP-712)', [/"domain"/, /"message"/]],
  ['typed data (EIP-712)', [/"verifyingContract"/]],
  ['a permit', [/"spender"/, /"(?:allowed|deadline|expiration|expiry|sigDeadline)"/]],
  ['a transaction of the XRP Ledger', [/"TransactionType"/]],
  ['a transaction of Tron', [/"raw_data(?:_hex)?"/]],
  ['a transaction', [/"to"\s*:/, /"(?:value|data|amount)"\s*:/]],
  ['a transaction', [/"(?:raw|unsigned)Transaction"/]],
  ['a transaction of Cosmos', [/"(?:@type|type_?[uU]rl)"\s*:\s*"\/[\w.]{1,80}\.Msg\w/]],
  ['a transaction of Cosmos', [/"type"\s*:\s*"[\w-]{1,40}\/(?:v\d\/)?Msg\w/]],
  ['a transaction of Cosmos', [/"account_?[nN]umber"/, /"(?:msgs|body_?[bB]ytes)"/]],
  ['a transaction of Solana', [/"(?:feePayer|recentBlockhash)"/, /"instructions"/]],
  ['a transaction of NEAR', [/"(?:signer|receiver)(?:Id|_id)"/, /"actions"/]],
  ['a transaction of Aptos', [/"(?:replay_protection_nonce|sequence_number)"/, /"payload"/]],
  ['a transaction of Aptos or Sui', [/"(?:function|target)"\s*:\s*"0x[\da-f]{1,64}::\w{1,128}::\w/i]],
  ['a transaction of Sui', [/"gas(?:Config|Data|_data)"/, /"(?:commands|inputs|transactions)"/]],
  ['a transaction of Sui', [/"(?:MakeMoveVec|MergeCoins|MoveCall|SplitCoins|TransferObjects)"/]],
  ['a transaction of Algorand', [/"snd"/, /"(?:amt|fv|gen|gh|rcv)"/]],
  ['a transaction of Hedera', [/"(?:contractCall|cryptoTransfer|cryptoUpdateAccount|nodeAccountIDs?|tokenTransfers)"/]],
  ['a transaction of Starknet', [/"calldata"/]],
  ['a transaction of Stellar', [/"(?:envelope_)?xdr"|"network_?[pP]assphrase"/]],
  ['a transaction of Stellar', [/"source_?[aA]ccount"/, /"operations"/]],
  ['a transaction of TON', [/"messages"/, /"(?:payload|stateInit|valid_until|validUntil)"/]],
  ['a transaction of Antelope', [/"ref_block_num"/, /"actions"/]],
  ['a transaction of Polkadot', [/"specVersion"/, /"method"/]],
];

/** Words around JSON, and JSON in a text of JSON or with other quotation marks, hide nothing. */
export function jsonLook(text: string): string | null {
  if (!/[[{]/.test(text)) return null;
  // JSON can spell each letter by its number.
  const plain = text
    .replace(/\\u00([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\\', '')
    .replaceAll("'", '"')
    // Programs write names without quotation marks too.
    .replace(/([{,]\s*)([A-Za-z_]\w{0,80})(?=\s*:)/g, '$1"$2"');
  const named = REQUESTS.find(([, members]) => members.every((member) => member.test(plain)))?.[0];
  if (named !== undefined) return named;
  return /^[\s"]*[[{]/.test(plain) && BYTES_IN_JSON.test(plain) ? 'JSON with a transaction or other bytes in it' : null;
}

/** A value with more bytes than keys and signatures have, in hexadecimal or in base64. */
const BYTES_IN_JSON = /"(?:(?:0x)?(?:[0-9a-f]{2}){66,}|(?=[^"]*\d)(?=[^"]*[A-Z])[A-Za-z0-9+/_-]{100,}={0,2})"/i;
