import { Migration } from '@mikro-orm/migrations';

/** Records who wrote a comment. Not for older ones: the name in them may belong to someone else by now. */
export class CommentUsers extends Migration {
  override up(): void {
    this.addSql(
      `alter table "comment" add "user_id" uuid null,
         add constraint "comment_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete set null;`,
    );
    this.addSql(`create index "comment_user_id_index" on "comment" ("user_id");`);
  }
}
