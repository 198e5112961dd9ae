import { Migration } from '@mikro-orm/migrations';

const recipient = `buyer_name || ' ' || coalesce(delivery ->> 'name', '') || ' ' || coalesce(delivery ->> 'city', '')`;

const indexes: [index: string, table: string, texts: string[]][] = [
  ['audit_entry_search_index', 'audit_entry', ['actor_name', 'subject_name']],
  ['comment_author_search_index', 'comment', ['author']],
  ['comment_content_search_index', 'comment', ['content']],
  ['order_line_title_search_index', 'order_line', ['title']],
  ['product_identifier_search', 'product', ['sku', 'gtin', 'mpn']],
  ['product_title_search', 'product', ['title']],
  ['shipment_tracking_search_index', 'shipment', [`replace(tracking_number, ' ', '')`]],
  ['shop_order_recipient_search_index', 'shop_order', [recipient]],
  ['user_account_names_index', 'user_account', ['email', 'username', `first_name || ' ' || last_name`]],
];

/** Lets the dashboard's searches compare texts in lower case, which costs less than ignoring case. */
export class SearchInLowerCase extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const [index, table, texts] of indexes) {
      const columns = texts
        .flatMap((text) => [`lower(${text})`, `replace(name_key(${text}), ' ', '')`])
        .map((column) => `${column} gin_trgm_ops`);
      this.addSql(`drop index concurrently if exists "${index}_lower";`);
      this.addSql(`create index concurrently "${index}_lower" on "${table}" using gin (${columns.join(', ')});`);
      this.addSql(`drop index concurrently if exists "${index}";`);
      this.addSql(`alter index "${index}_lower" rename to "${index}";`);
    }
  }
}
