import { Migration } from '@mikro-orm/migrations';

/** Moves the pictures of products and users into one table. */
export class Pictures extends Migration {
  override up(): void {
    this.createTables();
    this.movePictures({
      table: 'product',
      kind: 'product',
      image: 'image',
      upload: 'pending_upload',
      failure: 'image_failure',
    });
    this.movePictures({
      table: 'user_account',
      kind: 'user',
      image: 'avatar',
      upload: 'pending_avatar',
      failure: 'null',
    });
    this.renewEvents();
    this.addSql(
      `alter table "product" drop column "image", drop column "image_failure", drop column "image_state", drop column "image_widths", drop column "pending_upload";`,
    );
    this.addSql(
      `alter table "user_account" drop column "avatar", drop column "avatar_state", drop column "avatar_widths", drop column "pending_avatar";`,
    );
  }

  private createTables(): void {
    this.addSql(
      `create table "picture" ("id" uuid not null, "owner_kind" text not null, "owner_id" uuid not null, "position" int not null default 0, "state" text not null default 'waiting', "extension" text not null, "widths" int[] not null default '{}', "failure" text null, "replaces_id" uuid null, "uploaded_by" uuid null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`alter table "picture" add constraint "picture_replaces_id_unique" unique ("replaces_id");`);
    this.addSql(
      `create index "picture_unsettled_index" on "picture" ("owner_kind", "id", "state") where "state" <> 'ready';`,
    );
    this.addSql(
      `create unique index "picture_place_unique" on "picture" ("owner_kind", "owner_id", "position") where "replaces_id" is null;`,
    );
    this.addSql(
      `alter table "picture" add constraint "picture_replaces_id_foreign" foreign key ("replaces_id") references "picture" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "picture" add constraint "picture_owner_kind_check" check ("owner_kind" in ('product', 'user'));`,
    );
    this.addSql(
      `alter table "picture" add constraint "picture_state_check" check ("state" in ('waiting', 'ready', 'failed'));`,
    );
    this.addSql(
      `create table "upload_count" ("user_id" uuid not null, "owner_kind" text not null, "uploads" int not null, "ends_at" timestamptz not null, primary key ("user_id", "owner_kind"));`,
    );
    this.addSql(`create index "upload_count_ends_at_index" on "upload_count" ("ends_at");`);
    this.addSql(
      `alter table "upload_count" add constraint "upload_count_owner_kind_check" check ("owner_kind" in ('product', 'user'));`,
    );
  }

  /** A picture's id is the base name of its files, which keep their names. */
  private movePictures({
    table,
    kind,
    image,
    upload,
    failure,
  }: Record<'table' | 'kind' | 'image' | 'upload' | 'failure', string>): void {
    const [state, widths] = kind === 'product' ? ['image_state', 'image_widths'] : ['avatar_state', 'avatar_widths'];
    const base = `regexp_replace(${image}, '[.][^.]*$', '')`;
    const unsettled = `case ${state} when 'failed' then 'failed' else 'waiting' end`;
    // The name of a picture, published or not yet.
    this.addSql(
      `insert into picture (id, owner_kind, owner_id, state, extension, widths, failure, created_at)
       select ${base}::uuid, '${kind}', id,
         case when ${base} = ${upload} then ${unsettled} else 'ready' end,
         substring(${image} from '[.][^.]*$'), ${widths}, case when ${base} = ${upload} then ${failure} end, created_at
       from ${table} where ${image} <> '';`,
    );
    // An upload without a name yet. The worker corrects its extension.
    this.addSql(
      `insert into picture (id, owner_kind, owner_id, state, extension, failure, replaces_id, created_at)
       select ${upload}::uuid, '${kind}', id, ${unsettled}, '.webp', ${failure},
         case when ${image} <> '' then ${base}::uuid end, now()
       from ${table} where ${upload} is not null and ${base} <> ${upload};`,
    );
  }

  /**
   * Gives events new ids, since the queues identify jobs by them and hold the old payloads. Failed events of broken
   * pictures run once more and are then done.
   */
  private renewEvents(): void {
    this.addSql(
      `update outbox_event set id = gen_random_uuid(), enqueued_at = null, failure = null, handled_by = '{}',
         payload = jsonb_build_object('pictureId', payload ->> 'upload')
       where done_at is null and name in ('product.imageUploaded', 'user.avatarUploaded');`,
    );
  }
}
