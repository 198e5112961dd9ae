import { withClient } from '../servers/database.ts';

/** Reads and adds pictures and their jobs in the database, since the API does not expose them. */

export type PictureJob = {
  pictureId: string;
  state: string;
  /** Its page in the queue dashboard. */
  path: string;
};

/** The newest picture of a product, and its job. */
export async function latestPictureJob(databaseUrl: string, productId: string): Promise<PictureJob | undefined> {
  const select = `select picture.id as "pictureId", picture.state, '/queues/queue/images/' || event.id || '-productImage' as path
     from picture join outbox_event event on event.payload ->> 'pictureId' = picture.id::text
     where picture.owner_id = $1 order by replaces_id limit 1`;
  return withClient(databaseUrl, async (client) => (await client.query<PictureJob>(select, [productId])).rows[0]);
}

/** Adds a picture whose upload is missing on disk. */
export async function addLostPicture(databaseUrl: string, productId: string): Promise<void> {
  const insert = `with lost as (
       insert into picture (id, owner_kind, owner_id, extension, replaces_id)
       select gen_random_uuid(), owner_kind, owner_id, extension, id from picture where owner_id = $1 returning id
     )
     insert into outbox_event (id, name, payload)
     select gen_random_uuid(), 'product.imageUploaded', json_build_object('pictureId', id) from lost`;
  await withClient(databaseUrl, (client) => client.query(insert, [productId]));
}
