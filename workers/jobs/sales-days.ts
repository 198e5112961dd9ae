import { sumUpDays } from '../../backend/modules/orders/statistics/sales-days.service.ts';
import { defineSchedule } from './job.ts';

export const salesDays = defineSchedule({
  queue: 'upkeep',
  every: 60 * 60_000,
  run: ({ em }) => sumUpDays(em),
});
