import { useState } from 'react';
import { ADDRESSES_MAX, type AddressView } from '#contract/users/address-book.ts';
import { addressLines } from '#contract/values/address-forms.ts';
import { m } from '#messages';
import { addresses, deleteAddress } from '../../../api/addresses.ts';
import { showFailure } from '../../../api/errors.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { showToast } from '../../../browser/toasts.ts';
import { Badge } from '../../../components/Badge.tsx';
import { Button } from '../../../components/Button.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { FailureNotice } from '../../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { hidden, Sentence } from '../../../components/Sentence.tsx';
import { TitledPanel } from '../../../components/TitledPanel.tsx';
import { Entry } from '../Entry.tsx';
import { AddressForm } from './AddressForm.tsx';

/** What the open dialog is about: an address, or a new one. */
type Task = { address: AddressView | null };

/** The addresses that the user has saved. */
export function AddressesPanel() {
  const { data, isLoading, error, retry } = useRemote(addresses, null);
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  return (
    <TitledPanel id="addresses" title={m.addresses.title()} lead={m.addresses.lead()} className="roomy">
      {!data && error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!data && !error && <Skeleton height="4rem" />}
      {data && data.length > 0 && (
        <ul className="divided">
          {data.map((address) => (
            <SavedAddress key={address._id} address={address} onEdit={() => setTask({ address })} />
          ))}
        </ul>
      )}
      {data && data.length < ADDRESSES_MAX && (
        <div>
          <Button onClick={() => setTask({ address: null })}>{m.addresses.add()}</Button>
        </div>
      )}
      <Dialog open={task !== null} onClose={close} title={task?.address ? m.addresses.edit() : m.addresses.add()}>
        {task && <AddressForm address={task.address} isFirst={data?.length === 0} onClose={close} />}
      </Dialog>
    </TitledPanel>
  );
}

function SavedAddress({ address, onEdit }: { address: AddressView; onEdit: () => void }) {
  const [first = '', ...rest] = addressLines(address);
  const remove = async () => {
    const lines = addressLines(address).map((line) => <div key={line}>{line}</div>);
    const text = <address className="breaks">{lines}</address>;
    if (!(await confirm({ title: m.addresses.deleteTitle(), text, action: m.common.delete() }))) return;
    await deleteAddress(address._id).then((message) => showToast('success', message), showFailure);
  };
  return (
    <Entry
      name={
        <p className="cluster row-gap-1">
          <bdi>{first}</bdi>
          {address.isDefault && <Badge tone="good">{m.addresses.default()}</Badge>}
        </p>
      }
      note={[...rest, address.phoneNumber, address.vatId].filter(Boolean).join(', ')}
    >
      <div className="row">
        <Button size="small" onClick={onEdit}>
          <Sentence of={m.addresses.editOne({ name: first })} parts={{ hidden }} />
        </Button>
        <Button size="small" variant="quiet" onClick={remove}>
          <Sentence of={m.addresses.deleteOne({ name: first })} parts={{ hidden }} />
        </Button>
      </div>
    </Entry>
  );
}
