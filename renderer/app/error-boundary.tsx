import { Component, type ReactNode } from 'react';
import { Problem } from '../parts/problem.tsx';
import { Button } from '../ui/button.tsx';
import './root.css';

/** Keeps a bug of the page from leaving an empty window: says so, and draws everything anew when asked. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly problem: unknown }> {
  override state = { problem: null };

  static getDerivedStateFromError(problem: unknown) {
    return { problem };
  }

  override render() {
    if (this.state.problem === null) return this.props.children;
    return (
      <main className="error-boundary">
        <h1 className="visually-hidden">Castellan</h1>
        <Problem
          error={this.state.problem}
          action={<Button onClick={() => this.setState({ problem: null })}>Draw the window again</Button>}
        />
      </main>
    );
  }
}
