import { Component, type ReactNode } from 'react';
import { Problem } from '../parts/problem.tsx';
import { Button } from '../ui/button.tsx';
import './root.css';

/** Shows a message instead of an empty window after a bug of the page, and redraws on request. */
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
