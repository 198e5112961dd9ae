import { Migration } from '@mikro-orm/migrations';

export class UnusedIndex extends Migration {
  override up(): void {
    this.addSql(`drop index "payment_event_payment_intent_id_index";`);
  }
}
