import type { ReactNode } from 'react';
import type { AskedTokenKey, QuestionOf } from '../../shared/ipc/index.ts';
import type { PinState } from '../../shared/model/index.ts';
import { Bytes } from '../meaning/value.tsx';
import type { Fact } from '../ui/facts.tsx';
import { Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { Visible } from '../ui/visible.tsx';
import { SCHEME_WORDS } from '../words/labels.ts';
import { Refused } from './refused.tsx';

/** Facts that identify a token and a key on it. */
export const onToken = ({ label, serial, module, keyId, scheme }: AskedTokenKey): Fact[] => [
  { label: 'Token', value: <Visible text={label} /> },
  ...(serial === null ? [] : [{ label: 'Serial number', value: <Bytes text={serial} /> }]),
  { label: 'Key', value: keyId === null ? 'a new one, made on the token' : <Bytes text={keyId} /> },
  { label: 'Kind', value: SCHEME_WORDS[scheme] },
  { label: 'Module', value: <Bytes text={module} /> },
];

/** The token's report about the remaining PIN tries. */
const PIN_TRIES: Partial<Record<PinState, ReactNode>> = {
  low: (
    <Notice tone="care" title="Few tries are left" loud>
      A wrong PIN was entered before. A few more lock the token.
    </Notice>
  ),
  final: (
    <Notice tone="danger" title="This is the last try" loud>
      The next wrong PIN locks the token. If you are not sure, don’t enter one.
    </Notice>
  ),
};

/** The consequence of entering the PIN. */
const PIN_FOR: Readonly<Record<QuestionOf<'tokenPin'>['for'], string>> = {
  session: 'The token stays open until you lock Castellan or unplug it.',
  signature: 'This key needs its PIN for each signature.',
  service: 'The key that opens the vault is on the token, which needs its PIN each time.',
  export: 'The key that opens this export is on the token, which needs its PIN each time.',
};

/** Drawings of the questions about tokens. */
export const TOKEN_DRAWINGS = {
  tokenPin: ({ token, module, for: wanted, keepable, problem, namesTries }: QuestionOf<'tokenPin'>) => ({
    headline: `PIN of the token “${token.label}”`,
    body: (
      <>
        <Refused title="It was not taken" problem={problem} />
        {namesTries ? null : PIN_TRIES[token.pin]}
        <p className="soft">
          {PIN_FOR[wanted]} The PIN goes to the token’s module in its own process, and is stored nowhere
          {keepable ? ' unless you choose so' : ''}.
        </p>
        <Facts
          label="Token"
          facts={[
            { label: 'Token', value: <Visible text={token.label} /> },
            { label: 'Serial number', value: <Bytes text={token.serial} /> },
            { label: 'Maker', value: <Visible text={token.manufacturer} /> },
            { label: 'Module', value: <Bytes text={module} /> },
          ]}
        />
      </>
    ),
    no: 'Don’t enter it',
    yes: 'Enter PIN',
    danger: token.pin === 'final',
  }),
  loadModule: ({ path, name }: QuestionOf<'loadModule'>) => ({
    headline: 'Load the module of a token',
    body: (
      <>
        {name === null ? (
          <Notice tone="care" title="This module is not known to Castellan" loud>
            It is a program that runs with your rights. Load it only if you know its maker.
          </Notice>
        ) : (
          <p className="soft">It is a program of the token’s maker that runs with your rights.</p>
        )}
        <p className="soft">It runs in its own process, which holds no other key.</p>
        <Facts
          label="Module"
          facts={[
            ...(name === null ? [] : [{ label: 'Known as', value: name }]),
            { label: 'File', value: <Bytes text={path} /> },
          ]}
        />
      </>
    ),
    no: 'Don’t load',
    yes: 'Load module',
  }),
  tokenKey: ({ profile, ...key }: QuestionOf<'tokenKey'>) => ({
    headline: key.keyId === null ? 'Make a key on the token' : 'Use a key of the token',
    body: (
      <>
        <p className="soft">
          {key.keyId === null ? 'It never leaves the token. ' : ''}
          It signs for {profile.name} once its public half is registered with the service.
        </p>
        <Facts label="Key" facts={onToken(key)} />
      </>
    ),
    no: 'Change nothing',
    yes: key.keyId === null ? 'Make key' : 'Use key',
  }),
};
