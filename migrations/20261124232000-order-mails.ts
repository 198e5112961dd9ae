import { Migration } from '@mikro-orm/migrations';

/** Adds the mails of each order, so that they can be sent again, and takes over those that the shop still knows of. */
export class OrderMails extends Migration {
  override up(): void {
    this.addSql(
      `create table "order_mail" ("id" uuid not null, "order_id" uuid not null, "reference" text not null, "kind" text not null, "payload" jsonb not null, "sent_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "order_mail_order_id_index" on "order_mail" ("order_id");`);
    this.addSql(`alter table "order_mail" add constraint "order_mail_reference_unique" unique ("reference");`);
    this.addSql(
      `create table "order_mail_resend" ("id" uuid not null, "mail_id" uuid not null, "admin_name" text not null, "idempotency_key" text null, "requested_at" timestamptz not null default now(), "sent_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "order_mail_resend" add constraint "order_mail_resend_idempotency_key_unique" unique ("mail_id", "idempotency_key");`,
    );
    this.addSql(
      `alter table "order_mail" add constraint "order_mail_order_id_foreign" foreign key ("order_id") references "shop_order" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "order_mail" add constraint "order_mail_kind_check" check ("kind" in ('orderConfirmation', 'shipment', 'refund', 'cancellation'));`,
    );
    this.addSql(
      `alter table "order_mail_resend" add constraint "order_mail_resend_mail_id_foreign" foreign key ("mail_id") references "order_mail" ("id") on delete cascade;`,
    );
    // Sent mails and their events are kept for RETENTION_LOGS_DAYS.
    this.addSql(
      `insert into order_mail (id, order_id, reference, kind, payload, sent_at)
       select event.id, shop_order.id, mail.reference, mail.kind, event.payload, sent_mail.sent_at
       from outbox_event as event
       join shop_order on shop_order.id::text = event.payload ->> 'orderId'
       cross join lateral (values
         ('order.paid', 'orderConfirmation', 'order-paid-' || shop_order.id),
         ('order.shipped', 'shipment', 'order-shipped-' || (event.payload ->> 'shipmentId')),
         ('order.refunded', 'refund', concat_ws('-', 'order-refunded', shop_order.id, event.payload ->> 'total')),
         ('order.canceled', 'cancellation', 'order-canceled-' || shop_order.id)
       ) as mail(event, kind, reference)
       join sent_mail on sent_mail.reference = mail.reference
       where mail.event = event.name
       on conflict do nothing;`,
    );
  }
}
