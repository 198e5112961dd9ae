import type { AdminOrderDetailView } from '#contract/orders/orders.ts';
import type { ReturnView } from '#contract/orders/returns.ts';

export type ReturnStep = 'approve' | 'reject' | 'receive' | 'refund' | 'replace' | 'repair';

export type StepFormProps = {
  goods: ReturnView;
  order: AdminOrderDetailView;
  /** The label of the button. */
  action: string;
  onClose: () => void;
};
