import type { VaultMessages } from '../../shared/processes/index.ts';

/** Members of inputs that carry secrets; they are wiped when the message is done, answered or refused. */
const SECRET_INPUTS: Readonly<Partial<Record<keyof VaultMessages, readonly string[]>>> = {
  start: ['approvalKey'],
  openKeystore: ['passphrase'],
  importKey: ['privateKey'],
  loadKey: ['stored'],
  deriveAddress: ['mnemonic'],
};

/** Members of outputs that carry secrets; they are wiped when the reply was handed over. */
const SECRET_OUTPUTS: Readonly<Partial<Record<keyof VaultMessages, readonly string[]>>> = {
  createKey: ['stored'],
  importKey: ['stored'],
  reveal: ['secret'],
};

/** Wipes the secret members of a message's input, whatever shape it came in. */
export function wipeInput(name: string, input: unknown): void {
  wipeMembers(SECRET_INPUTS, name, input);
}

/** Wipes the secret members of a message's output. */
export function wipeOutput(name: string, output: unknown): void {
  wipeMembers(SECRET_OUTPUTS, name, output);
}

function wipeMembers(table: Readonly<Partial<Record<string, readonly string[]>>>, name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(table, name)) return;
  for (const member of table[name] ?? []) {
    const secret: unknown = Reflect.get(value, member);
    if (secret instanceof Uint8Array) secret.fill(0);
  }
}
