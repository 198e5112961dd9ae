import { Migration } from '@mikro-orm/migrations';

/** Tells which return a shipment replaces. */
export class ReplacementShipments extends Migration {
  override up(): void {
    this.addSql(`alter table "shipment" add "return_id" uuid null;`);
  }
}
