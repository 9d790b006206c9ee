import type { PassphraseWanted, ShownQuestion } from '../../shared/ipc/index.ts';
import { visibleString } from '../words/visible.ts';
import type { Called } from './passphrase.ts';

/** The secret typed with a yes to a question, and its name. */
export interface Wanted {
  readonly passphrase: PassphraseWanted;
  readonly called: Called;
  /** A security key is not accepted, replaces the typed secret, or is the only method. */
  readonly securityKey: 'none' | 'beside' | 'only';
}

const CALLED = { pin: 'PIN', code: 'code', token: 'OIDC token' } as const;
const IMPORTED = {
  wallet: 'recovery phrase',
  key: 'private key',
  secret: 'secret',
  keystore: 'passphrase',
} as const;

export function wantedOf(question: ShownQuestion): Wanted {
  if (!('passphrase' in question)) return { passphrase: 'none', called: 'passphrase', securityKey: 'none' };
  if ('called' in question) return question;
  if (question.kind === 'importSecret')
    return { passphrase: question.passphrase, called: IMPORTED[question.what], securityKey: 'none' };
  const { passphrase } = question;
  return { passphrase, called: CALLED[passphrase], securityKey: 'none' };
}

/** A choice and its consequence, in words. */
interface Choice {
  readonly label: string;
  readonly text: string;
}

interface Offered {
  readonly with: Choice;
  readonly without: Choice;
  /** Beside the field of the PIN. */
  readonly help: string;
}

/** Returns the words for accepting and declining an offered PIN. A token asks for its own PIN in any case. */
export function offeredBy(question: ShownQuestion): Offered {
  const token = 'onToken' in question ? question.onToken : null;
  const lost = 'It cannot be recovered: without it the keys are lost.';
  if (token === null)
    return {
      with: {
        label: 'Protect with a PIN',
        text: `You type it to unlock the vault and to reveal a key. ${lost}`,
      },
      without: { label: 'Without a PIN', text: 'Anybody at this computer can use the keys.' },
      help: '',
    };
  const opens = question.kind === 'createLocal' ? 'The vault opens' : 'The key signs';
  return {
    with: {
      label: 'Protect with another PIN',
      text: `You type it to unlock the vault and to reveal a key, beside the PIN of the token. ${lost}`,
    },
    without: {
      label: 'Without another PIN',
      text: `${opens} only with the token “${visibleString(token.label)}” and its PIN.`,
    },
    help: '. Not the PIN of the token.',
  };
}
