export { fetchedKeySet, fixedKeySet, type KeySet } from './key-set.ts';
export { type ListenerOptions, type Listening, listenForDeliveries, type Received } from './listener.ts';
export { type ReadDelivery, readDelivery } from './read-headers.ts';
export { type Delivery, type Verdict, verifyDelivery } from './verify-delivery.ts';
