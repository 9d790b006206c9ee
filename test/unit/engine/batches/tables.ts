import type { Answer, QuestionOf } from '../../../../shared/ipc/index.ts';

export const TO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const LOOKALIKE = '0xf39f11223344556677889900aabbccddeeff2266';
export const SIGN = '/public/v1/submit/sign_transaction';
export const TYPED = { maxFeePerGas: '32000000000', maxPriorityFeePerGas: '1500000000', gasLimit: '21000', nonce: '7' };

export const YES: Answer = { confirmed: true, passphrase: null, format: null, keep: null, typed: null, sealTo: null };

export const text = (...lines: readonly string[]) => `to,amount,note\n${lines.join('\n')}\n`;
export const THREE = text(`${TO},1,a`, `${OTHER},2,=b`, `${TO},3,c`);
export const tableOf = (rows: string) => ({ text: rows, columns: null });
export const statesOf = ({ lines }: { lines: readonly { state: string }[] }) => lines.map(({ state }) => state);
export const noncesIn = (question: QuestionOf<'batch'> | undefined) =>
  question?.lines.map(({ meaning }) => meaning.decoded?.fields.find(({ name }) => name === 'nonce')?.value);
