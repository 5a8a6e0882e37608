/** What every engine offers beside its port, so that the appliance can load it early, report on it and end it. */
export interface ManagedEngine {
  /** Loads every model. Throws `EngineError('unavailable')` if that fails; `problem()` then tells why. */
  warm(): Promise<void>;
  /** Ends the workers. Calls in flight throw `EngineError('crashed')`. May be called twice. */
  close(): Promise<void>;
  /** A sentence for a person: why it failed to load and what to do. Null while nothing is wrong. */
  problem(): string | null;
  /** Whether its models are loaded. */
  ready(): boolean;
}
