/** Makes webauthn.json: `node test/vectors/make/webauthn.mjs FILE`, where FILE is index.bs of w3c/webauthn. */
import { readFileSync } from 'node:fs';
import { writeVectors } from './rows.mjs';

const [file = ''] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');
const EXAMPLES = ['none-es256', 'packed-self-es256', 'packed-rs256', 'packed-eddsa', 'packed-es384'];

/** @param {string} name */
function example(name) {
  const [, section = ''] = text.split(`{#sctn-test-vectors-${name}}`);
  const [, registration = '', assertion = ''] = section.split('<xmp class="example" highlight="cddl">');
  /** @param {string} part @param {string} member */
  const hex = (part, member) => new RegExp(`^${member} = h'([0-9a-f]+)'`, 'm').exec(part)?.[1];
  return {
    name,
    credentialId: hex(registration, 'credential_id'),
    registrationChallenge: hex(registration, 'challenge'),
    registrationClientData: hex(registration, 'clientDataJSON'),
    attestationObject: hex(registration, 'attestationObject'),
    challenge: hex(assertion, 'challenge'),
    clientData: hex(assertion, 'clientDataJSON'),
    authenticatorData: hex(assertion, 'authenticatorData'),
    signature: hex(assertion, 'signature'),
  };
}

writeVectors('webauthn', { ceremonies: EXAMPLES.map(example) });
