/** Main's replies about the documents of an operator who wrote none. */
export const NO_DOCUMENTS = {
  'addresses.list': () => ({ rows: [], total: 0, near: null }),
  'addresses.about': () => ({ alike: [], signed: null }),
  'addresses.save': () => ({}),
  'addresses.remove': () => ({}),
  'addresses.write': () => ({ written: { path: '/home/robin/address-book.csv' } }),
  'addresses.confirm': () => ({}),
  'endpoints.list': () => ({ rows: [] }),
  'endpoints.add': () => ({}),
  'endpoints.remove': () => ({}),
  'endpoints.confirm': () => ({}),
  'interfaces.list': () => ({ rows: [] }),
  'interfaces.add': () => ({}),
  'interfaces.remove': () => ({}),
  'interfaces.confirm': () => ({}),
};
