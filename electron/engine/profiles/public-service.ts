/** The public service's keys that a new profile pins unless it is given others (docs/protocol.md#service-keys). */
export const PUBLIC_SERVICE = {
  signerKey:
    '04cf288fe433cc4e1aa0ce1632feac4ea26bf2f5a09dcfe5a42c398e06898710330f0572882f4dbdf0f5304b8fc8703acd69adca9a4bbf7f5d00d20a5e364b2569',
  notarizerKey:
    '04d498aa87ac3bf982ac2b5dd9604d0074905cfbda5d62727c5a237b895e6749205e9f7cd566909c4387f6ca25c308445c60884b788560b785f4a96ac33702a469',
  fetcherKey:
    '046b4f88421f76b6ba418afc2ea1d8ced671337d7db6b80478a60d8531bf8f17fa9a512f0fef96fc0c9b4cd9dff70b34992e520ce04c79d931f6ff6296b547d201',
} as const;

/** Returns the fetcher key of a profile. Profiles made before this member existed pin the public service's. */
export const fetcherKeyOf = ({ fetcherKey }: { readonly fetcherKey?: string | undefined }): string =>
  fetcherKey ?? PUBLIC_SERVICE.fetcherKey;
