import { isAbsolute, relative } from 'node:path';
import type { ServerMessage, ShellMessage } from '../../../server/desktop-link/messages.ts';
import type { Failure, PassphraseWish, ServerPhase, ShellState } from '../contract.ts';
import type { HandedOver, InstallerOrder } from '../updates.ts';
import { type ChildNeeds, type ServerChild, startChild } from './child.ts';
import { checkHealth } from './health.ts';
import type { Keystore } from './keystore.ts';
import { SERVER_LIMITS } from './limits.ts';
import { countRestarts } from './restarts.ts';

/** A secret that is shown once, because a desktop has no terminal to read it from. */
export type Secret = { kind: 'first_key' | 'setup_code'; text: string };

export interface SupervisorNeeds extends ChildNeeds {
  /** Milliseconds; only differences count. */
  now(): number;
  keystore: Keystore;
  windowToken: string;
  onSecret(secret: Secret): void;
  /** Installs an installer that the server has verified. Never throws. */
  install(order: InstallerOrder): Promise<HandedOver>;
  readLogTail(path: string): string[];
  folderOf(path: string): string;
}

/** One run of the server, from its fork to its end. */
interface Run {
  child: ServerChild;
  beganMs: number;
  stopHealth(): void;
}

/** Keeps the server running: restarts it with growing delays, kills it if it hangs, and gives up if it keeps ending. */
export class Supervisor {
  #phase: ServerPhase = 'starting';
  #url: string | null = null;
  #told: ShellState['told'] = null;
  #wish: PassphraseWish | null = null;
  #failure: Failure | null = null;
  #logFile: string | null = null;
  #dataDir: string | null = null;
  /** The error that the run reported before it ended. */
  #failed: { code: string; sentence: string } | null = null;
  #run: Run | null = null;
  #cancelRestart = (): void => {};
  #drained: PromiseWithResolvers<number> | null = null;
  readonly #restarts = countRestarts();
  readonly #listeners: ((state: ShellState) => void)[] = [];
  readonly #needs: SupervisorNeeds;

  constructor(needs: SupervisorNeeds) {
    this.#needs = needs;
  }

  get state(): ShellState {
    return { phase: this.#phase, url: this.#url, told: this.#told };
  }

  get passphraseWish(): PassphraseWish | null {
    return this.#wish;
  }

  get failure(): Failure | null {
    return this.#failure;
  }

  /** null before the server has reported where its log is. */
  get logFolder(): string | null {
    return this.#logFile && this.#needs.folderOf(this.#logFile);
  }

  onState(listener: (state: ShellState) => void): void {
    this.#listeners.push(listener);
    listener(this.state);
  }

  /** Starts the server, also after the supervisor gave up; does nothing if it runs or drains. */
  start(): void {
    if (this.#run !== null || this.#drained !== null) return;
    this.#cancelRestart();
    if (this.#phase === 'failed') this.#restarts.forget();
    this.#failure = null;
    this.#failed = null;
    this.#to('starting');
    this.#fork().catch(() => {
      // No process could be created; later this may work.
      if (this.#run === null && this.#drained === null) this.#again(0);
    });
  }

  /** Returns false if none was requested. */
  givePassphrase(passphrase: string): boolean {
    if (this.#wish === null || this.#run === null || passphrase.length < this.#wish.charsMin) return false;
    this.#wish = null;
    this.#run.child.send({ kind: 'passphrase', passphrase });
    this.#to('starting');
    return true;
  }

  /** Lets the server finish its work and end. Resolves with its exit code; 0 if it does not run. May be called twice. */
  drain(): Promise<number> {
    if (this.#drained) return this.#drained.promise;
    const drained = Promise.withResolvers<number>();
    this.#drained = drained;
    this.#cancelRestart();
    this.#to('stopping');
    const run = this.#run;
    if (run === null) drained.resolve(0);
    else {
      run.child.send({ kind: 'stop' });
      this.#cancelRestart = this.#needs.later(() => {
        run.child.kill();
        // A process that no kill ends, such as one that was never fully created, does not block the end.
        this.#cancelRestart = this.#needs.later(() => drained.resolve(1), SERVER_LIMITS.killedWaitMs);
      }, SERVER_LIMITS.drainMs);
    }
    return drained.promise;
  }

  async #fork(): Promise<void> {
    const { keystore, later, windowToken } = this.#needs;
    const keystoreProblem = await keystore.problem();
    if (this.#drained !== null || this.#run !== null) return;
    const child = startChild(this.#needs, {
      message: (message) => this.#hear(message, run, health, keystoreProblem),
      exit: (code) => this.#ended(run, code),
    });
    const health = checkHealth({
      ping: (number) => child.send({ kind: 'ping', number }),
      later,
      isRunning: () => this.#phase === 'running',
      onHung: () => child.kill(),
    });
    const run: Run = { child, beganMs: this.#needs.now(), stopHealth: health.stop };
    this.#run = run;
    child.send({ kind: 'start', windowToken, keystoreProblem });
  }

  #hear(
    message: ServerMessage,
    { child }: Run,
    health: ReturnType<typeof checkHealth>,
    because: PassphraseWish['because'],
  ): void {
    switch (message.kind) {
      case 'pong':
        health.answered(message.number);
        break;
      case 'folders':
        this.#logFile = message.logFile;
        this.#dataDir = message.dataDir;
        break;
      case 'seal':
      case 'unseal':
        void this.#answerKey(message).then((answer) => child.send(answer));
        break;
      case 'first_key':
        this.#needs.onSecret({ kind: 'first_key', text: message.key });
        break;
      case 'setup_code':
        this.#needs.onSecret({ kind: 'setup_code', text: message.code });
        break;
      case 'install':
        void this.#install(message).then((handed) => child.send({ kind: 'installed', id: message.id, ...handed }));
        break;
      case 'failed':
        this.#failed = { code: message.code, sentence: message.sentence };
        // It waits for confirmation of its message.
        child.send({ kind: 'stop' });
        break;
      default:
        if (this.#drained === null) this.#follow(message, because);
    }
  }

  /** Handles what changes the phase or the reported state. */
  #follow(
    message: Extract<ServerMessage, { kind: 'passphrase_wanted' | 'listening' | 'state' }>,
    because: PassphraseWish['because'],
  ): void {
    if (message.kind === 'passphrase_wanted') {
      const { purpose, charsMin, refused } = message;
      this.#wish = {
        kind: purpose,
        because: purpose === 'choose' ? because : null,
        charsMin,
        refused,
      };
      this.#to('passphrase');
    } else if (message.kind === 'listening') {
      this.#url = message.url;
      this.#to('running');
    } else {
      this.#told = message;
      this.#to(this.#phase);
    }
  }

  async #answerKey(message: Extract<ServerMessage, { kind: 'seal' | 'unseal' }>): Promise<ShellMessage> {
    const { keystore } = this.#needs;
    const { id } = message;
    if (message.kind === 'seal') {
      const sealed = await keystore.seal(message.key);
      return sealed === null ? { kind: 'refused', id } : { kind: 'sealed', id, sealed };
    }
    const opened = await keystore.unseal(message.sealed);
    return opened === null ? { kind: 'refused', id } : { kind: 'unsealed', id, ...opened };
  }

  /** The server unpacks installers into its data folder; installers from anywhere else are not started. */
  async #install({ path, installer, version }: Extract<ServerMessage, { kind: 'install' }>): Promise<HandedOver> {
    const way = this.#dataDir === null ? '..' : relative(this.#dataDir, path);
    if (way === '' || way.startsWith('..') || isAbsolute(way)) return { ok: false, sentence: '' };
    return await this.#needs.install({ path, kind: installer, version });
  }

  #ended(run: Run, code: number): void {
    run.stopHealth();
    if (this.#run === run) this.#run = null;
    this.#url = null;
    this.#told = null;
    this.#wish = null;
    if (this.#drained !== null) {
      this.#cancelRestart();
      this.#drained.resolve(code);
      return;
    }
    this.#again(this.#needs.now() - run.beganMs);
  }

  /** After an unexpected end: restarts after a delay, or gives up. */
  #again(ranMs: number): void {
    const nowMs = this.#needs.now();
    const delayMs = this.#restarts.ended(nowMs, ranMs);
    // A restart does not fix an error that the server reported itself; it may fix a bug.
    const isHopeless = this.#failed !== null && this.#failed.code !== 'internal';
    if (delayMs === null || isHopeless) {
      this.#giveUp(nowMs);
      return;
    }
    this.#failed = null;
    this.#cancelRestart = this.#needs.later(() => this.start(), delayMs);
    this.#to('waiting');
  }

  #giveUp(nowMs: number): void {
    this.#failure = {
      code: this.#failed?.code ?? null,
      sentence: this.#failed?.sentence ?? null,
      endings: this.#restarts.endings(nowMs),
      logLines: this.#logFile === null ? [] : this.#needs.readLogTail(this.#logFile),
      logFolder: this.logFolder ?? '',
    };
    this.#to('failed');
  }

  #to(phase: ServerPhase): void {
    this.#phase = phase;
    for (const listener of this.#listeners) listener(this.state);
  }
}
