import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { PictureSchema } from './picture.entity.ts';
import type { UploadCountSchema } from './upload-count.entity.ts';

export const db = queriesOn<{ picture: Table<typeof PictureSchema>; uploadCount: Table<typeof UploadCountSchema> }>();
