import { writeApiSite } from './site.ts';

await writeApiSite();
