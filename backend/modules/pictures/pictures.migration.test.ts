import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../../testing/servers/postgres.ts';
import { openDatabase } from '../../core/database/db.ts';
import { migrate } from '../../core/database/migrations.ts';
import { entities } from '../../entities.ts';
import { getAdminProduct } from '../catalogue/products/products.admin.service.ts';
import { findUser } from '../users/accounts/users.queries.ts';

const BEFORE = '20261122145033-done-events';

/** An id ending in the given digit. */
const id = (kind: 'product' | 'user' | 'picture' | 'event', n: number) =>
  `00000000-0000-4000-8000-${{ product: '1', user: '2', picture: '3', event: '4' }[kind]}0000000000${n}`;

const url = await createTestDatabase(inject('postgresUrl'), { migrated: false });

test('the migration moves existing pictures into the picture table without loss', async () => {
  const database = await openDatabase({ url, entities });
  const em = database.em.fork();
  try {
    await database.migrator.up({ to: BEFORE });
    await em.execute(`insert into category (id, name) values ('${id('picture', 0)}', 'Audio')`);
    const products: [image: string, state: string, failure: string | null, widths: string, upload: string | null][] = [
      [`${id('picture', 1)}.jpg`, 'ready', null, '{320}', null],
      [`${id('picture', 2)}.png`, 'processing', null, '{}', id('picture', 2)],
      [`${id('picture', 3)}.png`, 'failed', 'The picture is broken', '{}', id('picture', 3)],
      [`${id('picture', 4)}.jpg`, 'failed', 'The picture is broken', '{320,640}', id('picture', 5)],
      ['', 'none', null, '{}', null],
    ];
    for (const [index, product] of products.entries()) {
      await em.execute(
        `insert into product (id, title, description, price_cents, category_id, image, image_state, image_failure, image_widths, pending_upload)
         values ('${id('product', index)}', 'P', 'D', 1, '${id('picture', 0)}', ?, ?, ?, ?, ?)`,
        product,
      );
    }
    const users: [avatar: string, state: string, widths: string, upload: string | null][] = [
      ['', 'ready', '{}', null],
      ['', 'processing', '{}', id('picture', 6)],
      [`${id('picture', 7)}.webp`, 'processing', '{100}', id('picture', 8)],
    ];
    for (const [index, user] of users.entries()) {
      await em.execute(
        `insert into user_account (id, email, username, password_hash, avatar, avatar_state, avatar_widths, pending_avatar)
         values ('${id('user', index)}', '${index}@example.com', '${index}', '', ?, ?, ?, ?)`,
        user,
      );
    }
    const events: [name: string, payload: object, done: boolean, failure: string | null][] = [
      [
        'product.imageUploaded',
        { productId: id('product', 3), upload: id('picture', 5) },
        false,
        'productImage: broken',
      ],
      ['user.avatarUploaded', { userId: id('user', 1), upload: id('picture', 6) }, false, null],
      ['product.imageUploaded', { productId: id('product', 0), upload: id('picture', 1) }, true, null],
      ['product.rated', { productId: id('product', 0) }, false, null],
    ];
    for (const [index, [name, payload, done, failure]] of events.entries()) {
      await em.execute(
        `insert into outbox_event (id, name, payload, enqueued_at, done_at, failure)
         values ('${id('event', index)}', ?, ?, now(), ${done ? 'now()' : 'null'}, ?)`,
        [name, JSON.stringify(payload), failure],
      );
    }

    await migrate(database);

    const shown = [];
    for (const index of products.keys()) {
      const { image, imageState, imageFailure, imageWidths } = await getAdminProduct(em, id('product', index));
      shown.push([image, imageState, imageFailure, `{${imageWidths}}`]);
    }
    expect(shown).toEqual(products.map((product) => product.slice(0, 4)));
    const avatars = [];
    for (const index of users.keys()) {
      const user = await findUser(em, id('user', index));
      avatars.push([user?.avatar, user?.avatarState, `{${user?.avatarWidths}}`]);
    }
    expect(avatars).toEqual(users.map((user) => user.slice(0, 3)));
    expect(
      await em.execute(`select id from picture where replaces_id is not null or state <> 'ready' order by id`),
    ).toEqual([2, 3, 5, 6, 8].map((n) => ({ id: id('picture', n) })));

    const outbox = await em.execute<{ id: string; payload: object; failure: string | null; waits: boolean }[]>(
      'select id, payload, failure, enqueued_at is null as waits from outbox_event order by waits, id',
    );
    expect(outbox.filter(({ waits }) => !waits).map((event) => event.id)).toEqual([id('event', 2), id('event', 3)]);
    const requeued = outbox.filter(({ waits }) => waits);
    expect(requeued).toHaveLength(2);
    for (const n of [5, 6]) {
      expect(requeued).toContainEqual(
        expect.objectContaining({ payload: { pictureId: id('picture', n) }, failure: null }),
      );
    }
  } finally {
    await database.close();
  }
});
