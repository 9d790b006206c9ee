/** Explains the functions of Safe's factories, which make a Safe that runs the code of another contract. */
import { hexEncode } from '../../../shared/wire/index.ts';
import { danger, SELECTOR_BYTES } from '../../crypto/index.ts';
import { ANY_CHAIN, type Arguments, isNobody, type Standard } from './standard.ts';

const SAFE = 'Safe';
/** The factories of versions 1.3.0 to 1.5.0, after safe-global/safe-deployments. */
export const FACTORIES: readonly string[] = [
  '0xa6b71e26c5e0845f74c812102ca7114b6a896ab2',
  '0xc22834581ebc8527d974f8a1c97e1bea4ef910bc',
  '0x4e1dcf7ad4e460cfd30791ccc4f9c8a4f820ec67',
  '0x14f2982d601c9458f93bd70b218933a6f8165e7b',
];
/** The code of Safes, after the same list: of versions 1.3.0, 1.4.1 and 1.5.0, without and with events. */
const SINGLETONS: ReadonlySet<string> = new Set([
  '0xd9db270c1b5e3bd161e8c8503c55ceabee709552',
  '0x3e5c63644e683549055b9be8653de26e0b4cd36e',
  '0x69f4d1788e39c87893c980c06edf4b7f686e2938',
  '0xfb1bffc9d739b8d520daf37df666da4c687191ea',
  '0x41675c099f32341bf84bfc5382af534df5c7461a',
  '0x29fcb43b46531bca003ddc8fcb67ffe91900c762',
  '0xff51a5898e281db6dfc7855790607438df2ca44b',
  '0xedd160febbd92e350d4d398fb636302fccd67c7e',
]);
/** The selector of `setup`, which gives a Safe its owners. */
const SETUP = 'b63e800d';

const isKnown = (of: Arguments) => SINGLETONS.has(of.text('singleton').toLowerCase());
const isSetUp = (of: Arguments) => hexEncode(of.bytes('initializer').subarray(0, SELECTOR_BYTES)) === SETUP;

function factory(signature: string): Standard {
  return {
    signature,
    basis: SAFE,
    places: { [ANY_CHAIN]: FACTORIES },
    does: (of) => (isKnown(of) ? 'Make a Safe' : `Make an account that runs the code of ${of.text('singleton')}`),
    calls: [
      {
        list: null,
        to: 'singleton',
        data: 'initializer',
        value: null,
        isDescribed: (of) => isKnown(of) && of.bytes('initializer').length > 0,
      },
    ],
    findings: (of) => [
      ...(isKnown(of)
        ? []
        : [
            danger(
              `${of.text('singleton')} is no known version of Safe: whose the account is, and what it does with what is sent to it, is unknown.`,
              { field: 'singleton', basis: SAFE, mark: of.mark },
            ),
          ]),
      ...(isSetUp(of)
        ? []
        : [
            danger('Nobody owns the Safe that is made: whoever calls its setup first owns what was sent to it.', {
              field: 'initializer',
              basis: SAFE,
              mark: of.mark,
            }),
          ]),
      ...(of.text('callback') === '' || isNobody(of.text('callback'))
        ? []
        : [
            danger(`${of.text('callback')} is called as well: what it does is not known.`, {
              field: 'callback',
              basis: SAFE,
              mark: of.mark,
            }),
          ]),
    ],
  };
}

const WITH_NONCE = '(address singleton, bytes initializer, uint256 saltNonce)';
/** By the names of their parameters in `does`, `findings` and `calls`. */
export const SAFE_FACTORIES: readonly Standard[] = [
  ...[
    'createProxyWithNonce',
    'createProxyWithNonceL2',
    'createChainSpecificProxyWithNonce',
    'createChainSpecificProxyWithNonceL2',
  ].map((name) => factory(`${name}${WITH_NONCE}`)),
  factory('createProxyWithCallback(address singleton, bytes initializer, uint256 saltNonce, address callback)'),
];
