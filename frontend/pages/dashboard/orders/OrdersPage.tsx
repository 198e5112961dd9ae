import { useState } from 'react';
import type { AdminOrderView } from '#contract/orders/orders.ts';
import { m } from '#messages';
import { exportOrders, ordersTable } from '../../../api/admin/orders.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Button } from '../../../components/Button.tsx';
import { countryNames } from '../../../components/order/countryNames.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { DayFilter, TableFilter } from '../table/TableFilter.tsx';
import type { TableTexts } from '../table/tableTexts.ts';
import type { Selection } from '../table/useSelection.ts';
import { useTable } from '../table/useTable.ts';
import { useCan } from '../useCan.ts';
import { orderTableColumns } from './orderColumns.tsx';
import {
  deliveryMethodNames,
  fulfilmentNames,
  orderStateNames,
  refundedShareNames,
  textsOf,
} from './orderStateNames.ts';
import { ShipListDialog } from './shipping/ShipListDialog.tsx';
import { shipListOf } from './shipping/shipList.ts';
import { OrderViews } from './views/OrderViews.tsx';

const texts: TableTexts = {
  title: m.adminOrders.title,
  search: m.adminOrders.search,
  counted: m.adminOrders.counted,
  empty: m.adminOrders.empty,
  noMatch: m.adminOrders.noMatch,
  selectAll: m.adminOrders.selectAll,
  selected: m.adminOrders.selected,
};

/** Lists all orders and their payments, to ship one or many. */
export default function OrdersPage() {
  const view = useTable(ordersTable);
  const [toShip, setToShip] = useState<{ list: string; selection?: Selection<AdminOrderView> } | null>(null);
  const can = useCan();
  const shipSelected = (selection: Selection<AdminOrderView>) => (
    <Button size="small" onClick={() => setToShip({ list: shipListOf(selection.rows), selection })}>
      {m.adminOrders.markAsShipped()}
    </Button>
  );

  return (
    <>
      <ScreenHead
        actions={
          <>
            {can('orders.export') && (
              <ActionButton size="small" action={() => exportOrders(view.request)}>
                {m.adminOrders.exportCsv()}
              </ActionButton>
            )}
            {can('orders.fulfil') && (
              <Button size="small" variant="primary" onClick={() => setToShip({ list: '' })}>
                {m.adminOrders.shipFromList()}
              </Button>
            )}
          </>
        }
      />
      <OrderViews request={view.request} />
      <DataTable
        view={view}
        texts={texts}
        columns={orderTableColumns(view.request)}
        filters={
          <>
            <TableFilter
              view={view}
              name="state"
              label={m.common.status()}
              all={m.adminOrders.anyStatus()}
              options={textsOf(orderStateNames)}
            />
            <TableFilter
              view={view}
              name="fulfilment"
              label={m.adminOrders.delivery()}
              all={m.adminOrders.anyDelivery()}
              options={textsOf(fulfilmentNames)}
            />
            <TableFilter
              view={view}
              name="method"
              label={m.adminOrders.shippingOrPickup()}
              all={m.adminOrders.anyMethod()}
              options={textsOf(deliveryMethodNames)}
            />
            <TableFilter
              view={view}
              name="country"
              label={m.adminOrders.country()}
              all={m.adminOrders.anyCountry()}
              options={Object.fromEntries(countryNames().map(({ code, name }) => [code, name]))}
            />
            <TableFilter
              view={view}
              name="refunded"
              label={m.adminOrders.refunded()}
              all={m.adminOrders.anyRefund()}
              options={textsOf(refundedShareNames)}
            />
            <DayFilter view={view} name="from" label={m.adminOrders.from()} />
            <DayFilter view={view} name="to" label={m.adminOrders.to()} />
          </>
        }
        rowName={({ number }) => m.adminOrders.named({ number: String(number) })}
        bulkActions={can('orders.fulfil') ? shipSelected : undefined}
      />
      <ShipListDialog
        list={toShip?.list ?? null}
        request={view.request}
        onShipped={() => toShip?.selection?.clear()}
        onClose={() => setToShip(null)}
      />
    </>
  );
}
