import { Component, type ReactNode } from "react";
import { Failed } from "./states";

/** Keeps a fault in one part of the page from taking the rest away. */
export class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <Failed error={error} onRetry={() => this.setState({ error: null })} />;
  }
}
