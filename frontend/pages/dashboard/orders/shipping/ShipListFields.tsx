import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ShipmentListInput } from '#contract/orders/orders.input.ts';
import { CARRIER_MAX } from '#contract/orders/orders.ts';
import { shipmentListColumns } from '#contract/orders/shipment-lists.ts';
import { m } from '#messages';
import { Field, TextArea } from '../../../../components/forms/Field.tsx';
import { FileDrop } from '../../../../components/forms/FileDrop.tsx';
import { fieldsOf } from '../../../../components/forms/Form.tsx';
import { Sentence } from '../../../../components/Sentence.tsx';
import styles from './ShipListFields.module.css';
import { listCaret, readListFile } from './shipList.ts';

/** A list of orders, pasted or from a file, and a carrier for all of them. */
export function ShipListFields({ form }: { form: UseFormReturn<ShipmentListInput> }) {
  const [file, setFile] = useState<{ hint?: string; error?: string }>({});
  const { ref, ...list } = fieldsOf(form)('list');
  const area = useRef<HTMLTextAreaElement | null>(null);

  useEffect(() => {
    const caret = listCaret(area.current?.value ?? '');
    area.current?.setSelectionRange(caret, caret);
    area.current?.focus();
  }, []);

  const chooseFile = async ([chosen]: File[]) => {
    if (chosen === undefined) return;
    const read = await readListFile(chosen);
    setFile('error' in read ? read : { hint: chosen.name });
    if ('error' in read) return;
    form.setValue('list', read.list);
    form.clearErrors('list');
  };

  return (
    <>
      <TextArea
        {...list}
        ref={(element) => {
          ref(element);
          area.current = element;
        }}
        label={m.adminOrders.list()}
        hint={m.adminOrders.listHint()}
        className={styles.list}
        rows={8}
        wrap="off"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        required
      />
      <FileDrop
        label={m.adminOrders.csvFile()}
        action={file.hint ? m.adminOrders.anotherFile() : m.adminOrders.chooseFile()}
        accept=".csv,.tsv,.txt,text/csv"
        onChoose={chooseFile}
        hint={file.hint ?? <FileFormat />}
        error={file.error}
      />
      <Field
        {...fieldsOf(form)('carrier')}
        label={m.adminOrders.carrierOptional()}
        hint={m.adminOrders.carrierHint()}
        maxLength={CARRIER_MAX}
      />
    </>
  );
}

function FileFormat() {
  return (
    <Sentence
      of={m.adminOrders.listColumns({ columns: shipmentListColumns.join(', ') })}
      parts={{ code: (text) => <code>{text}</code> }}
    />
  );
}
