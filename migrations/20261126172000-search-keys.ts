import { Migration } from '@mikro-orm/migrations';

const recipient = `buyer_name || ' ' || coalesce(delivery ->> 'name', '') || ' ' || coalesce(delivery ->> 'city', '')`;

const indexes: [index: string, table: string, texts: string[]][] = [
  ['audit_entry_search_index', 'audit_entry', ['actor_name', 'subject_name']],
  ['comment_author_search_index', 'comment', ['author']],
  ['comment_content_search_index', 'comment', ['content']],
  ['order_line_title_search_index', 'order_line', ['title']],
  ['product_title_search', 'product', ['title']],
  ['shipment_tracking_search_index', 'shipment', [`replace(tracking_number, ' ', '')`]],
  ['shop_order_recipient_search_index', 'shop_order', [recipient]],
  ['user_account_names_index', 'user_account', ['email', 'username', `first_name || ' ' || last_name`]],
];

/** Lets the dashboard's searches compare texts by the rule of names: adds the keys of the texts to the indexes. */
export class SearchKeys extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const [index, table, texts] of indexes) {
      const columns = texts
        .flatMap((text) => [`(${text})`, `replace(name_key(${text}), ' ', '')`])
        .map((column) => `${column} gin_trgm_ops`);
      this.addSql(`drop index concurrently if exists "${index}_key";`);
      this.addSql(`create index concurrently "${index}_key" on "${table}" using gin (${columns.join(', ')});`);
      this.addSql(`drop index concurrently if exists "${index}";`);
      this.addSql(`alter index "${index}_key" rename to "${index}";`);
    }
  }
}
