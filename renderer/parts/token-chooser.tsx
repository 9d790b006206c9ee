import { useState } from 'react';
import {
  copyingOf,
  type KeyCurve,
  STAMP_SCHEME_NAMES,
  type TokenFacts,
  type TokenKeyChoice,
  type TokenKeyFacts,
} from '../../shared/model/index.ts';
import { plainScheme, STAMP_SCHEMES, USUAL_SCHEME } from '../../shared/wire/index.ts';
import { call } from '../bridge.ts';
import { useAction } from '../state/use-action.ts';
import { useAnswer } from '../state/use-answer.ts';
import { Button } from '../ui/button.tsx';
import { RadioRows } from '../ui/choices.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { KEY_CURVE_WORDS, SCHEME_WORDS } from '../words/labels.ts';
import { isRefused } from '../words/problem.ts';
import { visibleString } from '../words/visible.ts';
import { Problem } from './problem.tsx';
import './token-chooser.css';

const ANOTHER = 'another';
const NEW = 'new';

/** The module that was read, and its tokens. */
interface Found {
  readonly module: string;
  readonly tokens: readonly TokenFacts[];
}

interface TokenChooserProps {
  readonly chosen: TokenKeyChoice | null;
  readonly onChosen: (chosen: TokenKeyChoice | null) => void;
}

/** Chooses a module, a token and a key on it. The trusted window asks before a module is loaded, and for the PIN. */
export function TokenChooser({ chosen, onChosen }: TokenChooserProps) {
  const known = useAnswer('tokens.modules', {}).answer?.modules ?? [];
  const [place, setPlace] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const [keys, setKeys] = useState<readonly TokenKeyFacts[] | null>(null);
  const selected = place ?? known[0]?.path ?? ANOTHER;
  const module = selected === ANOTHER ? typed.trim() : selected;
  const forget = () => {
    setFound(null);
    setKeys(null);
    onChosen(null);
  };
  const choose = (token: TokenFacts) => {
    setKeys(null);
    onChosen({ module, label: token.label, serial: token.serial, slot: token.slot, keyId: null });
  };
  const takeKey = (before: TokenKeyChoice, key: TokenKeyFacts | null) =>
    onChosen({
      ...before,
      keyId: key?.keyId ?? null,
      scheme: key === null ? USUAL_SCHEME : plainScheme(key.curve),
    });
  const key = keys?.find(({ keyId }) => keyId === chosen?.keyId);
  const token = found?.tokens.find(({ slot }) => slot === chosen?.slot);
  const schemes = schemesOf(key === undefined ? (token?.curves ?? []) : [key.curve]);
  const acts = {
    file: async () => {
      const { path } = await call('tokens.chooseFile', {});
      if (path === null) return;
      setTyped(path);
      forget();
    },
    tokens: async () => {
      forget();
      const { tokens } = await call('tokens.list', { module });
      setFound({ module, tokens });
      const [only, ...others] = tokens;
      if (only !== undefined && others.length === 0 && UNUSABLE[only.pin] === undefined) choose(only);
    },
    keys: async () => {
      if (chosen === null) return;
      const { keyId: _keyId, ...at } = chosen;
      setKeys((await call('tokens.keys', at)).keys);
    },
  };
  const [last, setLast] = useState<keyof typeof acts | null>(null);
  // One action, so that only the last one's outcome is shown.
  const { busy, problem, run } = useAction((act: keyof typeof acts) => {
    setLast(act);
    return acts[act]();
  });
  const underWay = busy ? last : null;
  return (
    <div className="token-chooser" inert={busy}>
      <SelectField
        label="Module"
        help="A program of the token’s maker, which its package installs."
        value={selected}
        choices={[
          ...known.map(({ name, path }) => ({ value: path, label: name })),
          { value: ANOTHER, label: 'Another file' },
        ]}
        onChange={(value) => {
          setPlace(value);
          forget();
        }}
      />
      {selected === ANOTHER ? (
        <div className="token-file">
          <TextField
            label="Path of the module"
            mono
            placeholder="/usr/lib/…/maker-pkcs11.so"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              forget();
            }}
          />
          <Button onClick={() => void run('file')} disabled={busy}>
            Choose file…
          </Button>
        </div>
      ) : null}
      {problem === null || isRefused(problem) ? null : <Problem error={problem} />}
      {found === null || found.tokens.length === 0 ? null : (
        <RadioRows
          label="Token"
          value={chosen === null ? '' : `${chosen.slot}`}
          choices={found.tokens.map((token) => ({
            value: `${token.slot}`,
            label: visibleString(token.label),
            disabled: UNUSABLE[token.pin] !== undefined,
            text: visibleString(tokenText(token)),
          }))}
          onChange={(slot) => {
            const token = found.tokens.find((each) => `${each.slot}` === slot);
            if (token !== undefined) choose(token);
          }}
        />
      )}
      {found?.tokens.length === 0 ? <p role="status">No token found. Plug it in, then look again.</p> : null}
      {keys === null || chosen === null ? null : (
        <RadioRows
          label="Key"
          value={chosen.keyId ?? NEW}
          choices={[
            { value: NEW, label: 'Make a key on the token', text: 'It never leaves the token.' },
            ...keys.map((key) => ({
              value: key.keyId,
              label: visibleString(key.label === '' ? key.keyId : key.label),
              text: `${copyingOf(key.protection)}. ${KEY_CURVE_WORDS[key.curve]}, public key ${key.publicKey.slice(0, 10)}…${key.publicKey.slice(-6)}`,
            })),
          ]}
          onChange={(value) => takeKey(chosen, keys.find(({ keyId }) => keyId === value) ?? null)}
        />
      )}
      {chosen === null || schemes.length < 2 ? null : (
        <SelectField
          label="Kind of key"
          help="Usually P-256. Choose another one only when the service accepts it. A token without it reports that."
          value={chosen.scheme ?? USUAL_SCHEME}
          choices={schemes.map((scheme) => ({ value: scheme, label: SCHEME_WORDS[scheme] }))}
          onChange={(value) => {
            const scheme = schemes.find((each) => each === value);
            if (scheme !== undefined) onChosen({ ...chosen, scheme });
          }}
        />
      )}
      <div className="token-acts">
        <Button onClick={() => void run('tokens')} disabled={busy || module === ''}>
          {underWay === 'tokens' ? 'Waiting for the module' : found === null ? 'Find tokens' : 'Look again'}
        </Button>
        {chosen === null || keys !== null ? null : (
          <Button onClick={() => void run('keys')} disabled={busy}>
            {underWay === 'keys' ? 'Waiting for the token' : 'Use a key that is there…'}
          </Button>
        )}
      </div>
    </div>
  );
}

const UNUSABLE: Partial<Record<TokenFacts['pin'], string>> = {
  locked: 'Its PIN is locked. Unlock it with the programs of its maker.',
  unset: 'It has no PIN yet. Set one with its vendor’s software.',
};

/** The ways to stamp that keys of these curves have. */
const schemesOf = (curves: readonly KeyCurve[]) =>
  STAMP_SCHEME_NAMES.filter((scheme) => curves.includes(STAMP_SCHEMES[scheme].called));

const tokenText = ({ serial, manufacturer, model, pin }: TokenFacts) =>
  [`${manufacturer} ${model}, serial number ${serial}.`, UNUSABLE[pin]].filter((text) => text !== undefined).join(' ');
