import type { deliveryColumns, WebhookDeliveryView, WebhookView } from '#contract/integration/webhooks.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { deliveriesOf, replay } from '../../../api/admin/webhooks.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { hidden, Sentence } from '../../../components/Sentence.tsx';
import { Expandable } from '../Expandable.tsx';
import { DateAndTime } from '../Moment.tsx';
import { None } from '../None.tsx';
import type { TableColumn } from '../table/columns.ts';
import { DataTable } from '../table/DataTable.tsx';
import type { TableTexts } from '../table/tableTexts.ts';
import { useTable } from '../table/useTable.ts';
import { DeliveryBadge, durationText } from './DeliveryResult.tsx';
import { eventText } from './eventTexts.ts';

const texts: TableTexts = {
  title: m.adminWebhooks.title,
  counted: m.adminWebhooks.counted,
  empty: m.adminWebhooks.noDeliveries,
  noMatch: m.adminWebhooks.noDeliveries,
};

type Column = TableColumn<WebhookDeliveryView, (typeof deliveryColumns)[number]>;

/** Every try to deliver an event, newest first, to send events again. */
export function Deliveries({ webhook: { _id } }: { webhook: WebhookView }) {
  const view = useTable(deliveriesOf(_id), isUnderWay);
  const columns: Column[] = [
    {
      title: m.adminWebhooks.event,
      role: 'name',
      minWidth: '10rem',
      cell: ({ event, webhookId }) => (
        <div className="stack gap-1 regular">
          <p className="medium">{eventText(event)}</p>
          <p className="soft mono breaks text-small" dir="ltr">
            {webhookId}
          </p>
        </div>
      ),
    },
    {
      title: m.adminWebhooks.sent,
      sort: 'date',
      firstDirection: 'desc',
      cell: ({ date }) => <DateAndTime date={date} />,
    },
    { title: m.adminWebhooks.tries, isNumber: true, cell: (delivery) => formatNumber(delivery.try) },
    {
      title: m.adminWebhooks.answer,
      minWidth: 'min(12rem, 24cqi)',
      cell: (delivery) => (
        <div className="stack gap-1">
          <div>
            <DeliveryBadge delivery={delivery} />
          </div>
          {delivery.response !== '' && (
            <Expandable of={m.adminWebhooks.answerTo({ event: eventText(delivery.event) })}>
              <p className="soft mono text-small" dir="auto">
                {delivery.response}
              </p>
            </Expandable>
          )}
        </div>
      ),
    },
    {
      title: m.adminWebhooks.duration,
      isNumber: true,
      cell: ({ durationMs }) => <span className="nowrap">{durationText(durationMs)}</span>,
    },
    { title: m.adminWebhooks.nextTry, cell: (delivery) => <NextTry delivery={delivery} /> },
    {
      title: m.adminWebhooks.replayTask,
      role: 'action',
      cell: (delivery) => (
        <ActionButton
          size="small"
          variant="quiet"
          action={async () => {
            if (await replay(delivery)) view.refresh();
          }}
        >
          <Sentence of={m.adminWebhooks.replay({ event: eventText(delivery.event) })} parts={{ hidden }} />
        </ActionButton>
      ),
    },
  ];
  return <DataTable view={view} texts={texts} columns={columns} />;
}

/** Whether a try follows within seconds, or an event was just sent again. */
function isUnderWay({ state, nextAt }: WebhookDeliveryView): boolean {
  return state === 'waiting' && (nextAt === null || Math.abs(Date.parse(nextAt) - Date.now()) < 10_000);
}

function NextTry({ delivery: { state, nextAt } }: { delivery: WebhookDeliveryView }) {
  if (state === 'waiting' && nextAt !== null && Date.parse(nextAt) > Date.now()) return <DateAndTime date={nextAt} />;
  if (state === 'givenUp') return <span className="danger">{m.adminWebhooks.givenUp()}</span>;
  if (state === 'dropped') return <span className="soft">{m.adminWebhooks.dropped()}</span>;
  return <None>{m.adminWebhooks.noFurther()}</None>;
}
