import { Migration } from '@mikro-orm/migrations';

export class PaymentEventPosition extends Migration {
  override up(): void {
    this.addSql(`alter table "payment_event_look" rename to "payment_event_position";`);
    this.addSql(
      `alter table "payment_event_position" rename constraint "payment_event_look_pkey" to "payment_event_position_pkey";`,
    );
  }
}
