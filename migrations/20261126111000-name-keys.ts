import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the function by which names are compared, the SQL of nameKey in backend/contract/values/words.ts, and a column for names of
 * categories that are taken twice by then.
 */
export class NameKeys extends Migration {
  override up(): void {
    this.addSql(String.raw`
      create function name_key(name text) returns text language sql immutable strict parallel safe return
        btrim(regexp_replace(
          regexp_replace(
            regexp_replace(
              normalize(
                replace(replace(replace(replace(
                  translate(
                    lower(regexp_replace(
                      normalize(name, nfkd),
                      '[\u0300-\u036f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]', '', 'g'
                    ) collate "und-x-icu"),
                    'đðøłħŧıς', 'ddolhtiσ'
                  ),
                  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
                nfc
              ),
              '([^\u0001-@[-${'`'}{-~])([0-9])', '\1 \2', 'g'
            ),
            '([0-9])([^\u0001-@[-${'`'}{-~])', '\1 \2', 'g'
          ),
          '[\u0009-\u000d \u0085\u1680\u2010-\u2015\u2028\u2029\u2212-]+', ' ', 'g'
        ));
    `);
    this.addSql(`alter table "category" add "duplicate_name" text null;`);
  }
}
