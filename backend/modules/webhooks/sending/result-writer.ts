import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../core/database/db.ts';
import type { Logger } from '../../../core/observability/log.ts';
import { type Result, storeResults } from './results.ts';

/** Results per transaction. */
const BATCH = 200;
/** Attempts to store a batch, and milliseconds between them. After the last one, the deliveries are tried again. */
const ATTEMPTS = 5;
const PAUSE = 1000;

/** Stores results one batch after another, each of all that came while the one before was stored. */
export class ResultWriter {
  private readonly database: Database;
  private readonly patience: number;
  private readonly log: Logger;
  private waiting: Result[] = [];
  private writing: Promise<void> | null = null;
  private isClosing = false;

  constructor(database: Database, patience: number, log: Logger) {
    this.database = database;
    this.patience = patience;
    this.log = log;
  }

  add(result: Result): void {
    this.waiting.push(result);
    this.writing ??= this.write();
  }

  /** Stores what is left, each batch in one attempt. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.writing;
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, BATCH);
      this.waiting = this.waiting.slice(BATCH);
      await this.store(batch, 1);
    }
    this.writing = null;
  }

  private async store(batch: readonly Result[], attempt: number): Promise<void> {
    try {
      await storeResults(this.database.em.fork(), batch, this.patience);
    } catch (error) {
      this.log.warn({ err: error, attempt }, 'could not store the results of webhooks');
      if (attempt === ATTEMPTS || this.isClosing) return;
      await pause(PAUSE);
      await this.store(batch, attempt + 1);
    }
  }
}
