import type { ReactNode } from 'react';

/** A form around the fields, so that Enter confirms too. */
export function Entry({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      className="trusted-passphrase"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
