import { useState } from 'react';
import type { AdminOrderView } from '#contract/orders.ts';
import { exportOrders, ordersTable } from '../../../api/admin/orders.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Button } from '../../../components/Button.tsx';
import { countryNames } from '../../../components/order/countryNames.ts';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { DayFilter, TableFilter } from '../table/TableFilter.tsx';
import type { Selection } from '../table/useSelection.ts';
import { useTable } from '../table/useTable.ts';
import { useCan } from '../useCan.ts';
import { orderTableColumns } from './orderColumns.tsx';
import { deliveryMethodNames, fulfilmentNames, orderStateNames, refundedShareNames } from './orderStateNames.ts';
import { ShipListDialog } from './shipping/ShipListDialog.tsx';
import { shipListOf } from './shipping/shipList.ts';
import { OrderViews } from './views/OrderViews.tsx';

/** Lists all orders and their payments, to ship one or many. */
export default function OrdersPage() {
  const view = useTable(ordersTable);
  const [toShip, setToShip] = useState<{ list: string; selection?: Selection<AdminOrderView> } | null>(null);
  const can = useCan();
  const shipSelected = (selection: Selection<AdminOrderView>) => (
    <Button size="small" onClick={() => setToShip({ list: shipListOf(selection.rows), selection })}>
      Mark as shipped
    </Button>
  );

  return (
    <>
      <ScreenHead
        actions={
          <>
            {can('orders.export') && (
              <ActionButton size="small" action={() => exportOrders(view.request)}>
                Export CSV
              </ActionButton>
            )}
            {can('orders.fulfil') && (
              <Button size="small" variant="primary" onClick={() => setToShip({ list: '' })}>
                Ship from list
              </Button>
            )}
          </>
        }
      />
      <OrderViews request={view.request} />
      <DataTable
        view={view}
        noun={adminNouns.order}
        columns={orderTableColumns(view.request)}
        empty="No orders yet"
        filters={
          <>
            <TableFilter view={view} name="state" label="Status" all="Any status" options={orderStateNames} />
            <TableFilter view={view} name="fulfilment" label="Delivery" all="Any delivery" options={fulfilmentNames} />
            <TableFilter
              view={view}
              name="method"
              label="Shipping or pickup"
              all="Any method"
              options={deliveryMethodNames}
            />
            <TableFilter
              view={view}
              name="country"
              label="Country"
              all="Any country"
              options={Object.fromEntries(countryNames().map(({ code, name }) => [code, name]))}
            />
            <TableFilter view={view} name="refunded" label="Refunded" all="Any refund" options={refundedShareNames} />
            <DayFilter view={view} name="from" label="From" />
            <DayFilter view={view} name="to" label="To" />
          </>
        }
        rowName={({ number }) => `order ${number}`}
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
