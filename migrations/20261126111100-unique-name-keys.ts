import { Migration } from '@mikro-orm/migrations';

type Names = { index: string; table: string; column: string; key: string; scope?: string };

/** Of names that mean the same, the oldest row keeps its own; the others are marked, so that they don't break the index. */
export class UniqueNameKeys extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.compareByKey({ index: 'category_name_unique', table: 'category', column: 'name', key: 'name_key("name")' });
    this.compareByKey({
      index: 'discount_code_unique',
      table: 'discount',
      column: 'code',
      key: `replace(name_key("code"), ' ', '')`,
    });
    this.compareByKey({
      index: 'saved_view_name_unique',
      table: 'saved_view',
      column: 'name',
      key: 'name_key("name")',
      scope: '"owner_id", ',
    });
    this.compareByKey({
      index: 'user_account_username_unique',
      table: 'user_account',
      column: 'username',
      key: 'name_key("username")',
    });
  }

  private compareByKey({ index, table, column, key, scope = '' }: Names): void {
    this.addSql(`
      update "${table}" set "duplicate_name" = "${column}"
      from (
        select "id", row_number() over (partition by ${scope}${key} order by "id") as "place"
        from "${table}"
      ) as "named"
      where "named"."id" = "${table}"."id" and "named"."place" > 1;
    `);
    const expression = `(case when "duplicate_name" = "${column}" then "${column}" else '' end)`;
    this.addSql(`drop index concurrently if exists "${index}_key";`);
    this.addSql(`create unique index concurrently "${index}_key" on "${table}" (${scope}${key}, ${expression});`);
    this.addSql(`drop index concurrently if exists "${index}";`);
    this.addSql(`alter index "${index}_key" rename to "${index}";`);
  }
}
