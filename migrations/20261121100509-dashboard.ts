import { Migration } from '@mikro-orm/migrations';

export class Dashboard extends Migration {
  override up(): void {
    this.addSql(
      `create table "audit_entry" ("id" uuid not null, "actor_id" uuid not null, "actor_name" text not null, "action" text not null, "subject_id" uuid null, "subject_name" text not null, "changes" jsonb not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );

    this.addSql(
      `create table "catalogue_import" ("id" uuid not null, "file_name" text not null, "actor_id" uuid not null, "actor_name" text not null, "state" text not null default 'waiting', "progress" double precision not null default 0, "lines_done" int not null default 0, "created" int not null default 0, "updated" int not null default 0, "unchanged" int not null default 0, "refused" int not null default 0, "refusals" jsonb not null default '[]', "failure" text null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );

    this.addSql(`alter table "product" drop constraint "product_image_state_check";`);
    this.addSql(`alter table "product" add "version" int not null default 1, add "import_key" text null;`);
    this.addSql(`alter table "product" add constraint "product_import_key_unique" unique ("import_key");`);
    this.addSql(
      `alter table "product" add constraint "product_image_state_check" check ("image_state" in ('processing', 'ready', 'failed', 'none'));`,
    );

    this.addSql(`alter table "user_account" drop constraint "user_account_avatar_state_check";`);
    this.addSql(
      `alter table "user_account" add constraint "user_account_avatar_state_check" check ("avatar_state" in ('processing', 'ready', 'failed', 'none'));`,
    );

    this.addSql(
      `alter table "catalogue_import" add constraint "catalogue_import_state_check" check ("state" in ('waiting', 'running', 'done', 'failed'));`,
    );
  }
}
