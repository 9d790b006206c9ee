import type { ReactNode } from 'react';
import { Mark } from '../../ui/mark.tsx';
import './start.css';

interface StartPageProps {
  readonly version: string;
  readonly children: ReactNode;
}

/** A page outside the frame. */
export function StartPage({ version, children }: StartPageProps) {
  return (
    <main className="start">
      <div className="start-page">
        <span className="start-mark">
          <Mark size={28} />
          Castellan
        </span>
        {children}
      </div>
      <p className="start-foot caption faint">Castellan {version}. Keys never leave this machine in the open.</p>
    </main>
  );
}
