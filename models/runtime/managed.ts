/** What every engine offers in addition to its port, so that the appliance can load it early, report on it and end it. */
export interface ManagedEngine {
  /** Loads every model. Throws `EngineError('unavailable')` if that fails; `problem()` then returns the reason. */
  warm(): Promise<void>;
  /** Ends the workers. Calls in progress throw `EngineError('crashed')`. May be called twice. */
  close(): Promise<void>;
  /** Returns a sentence for a person: why it failed to load and what to do. null while nothing is wrong. */
  problem(): string | null;
  /** Whether its models are loaded. */
  ready(): boolean;
}
